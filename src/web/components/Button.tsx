import type { ButtonHTMLAttributes } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { readonly look?: 'primary' | 'plain' };

/** A button never sends a form. */
export function Button({ look, className, ...rest }: Props) {
  const classes = ['button', look, className].filter((name) => name !== undefined).join(' ');
  return <button type="button" className={classes} {...rest} />;
}
