/** An error in words: what is wrong, and what to do where the error says so. */
import { UlteriorError } from '../../errors/index.ts';
import { useWords } from '../words/language.ts';

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Errors speak English, as on the command line. */
export function Problem({ error }: { readonly error: unknown }) {
  const { shell } = useWords();
  return (
    <div className="problem" role="alert">
      <p lang="en">{capitalised(messageOf(error))}.</p>
      {error instanceof UlteriorError && (
        <p>
          {shell.whatToDo(error.advice)} <span className="quiet">({error.code})</span>
        </p>
      )}
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, '');
}
