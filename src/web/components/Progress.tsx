/** How far something is. Without a share it says only that something is being done. */
interface Props {
  readonly label: string;
  readonly share?: number | undefined;
  /** What to say instead of a percentage. */
  readonly text?: string | undefined;
}

export function Progress({ label, share, text }: Props) {
  const percent = share === undefined ? undefined : Math.round(100 * share);
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <span style={{ width: `${percent ?? 100}%` }} />
    </div>
  );
}
