/** An error in words: what is wrong, and what to do where the error says so. */
import { UlteriorError } from '../../errors/index.ts';

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function Problem({ error }: { readonly error: unknown }) {
  return (
    <div className="problem" role="alert">
      <p>{capitalised(messageOf(error))}.</p>
      {error instanceof UlteriorError && (
        <p>
          What to do: {error.advice}. <span className="quiet">({error.code})</span>
        </p>
      )}
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, '');
}
