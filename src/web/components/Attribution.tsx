import { useWords } from '../words/language.ts';

interface Props {
  /** Id of the collection. */
  readonly of: string;
  /** How the models’ list says it, in English. */
  readonly text: string;
}

/** Where something comes from; an address in the text becomes a link. */
export function Attribution({ of, text }: Props) {
  const { data } = useWords();
  const said = data.source(of, text);
  const parts = said.split(/(https?:\/\/\S+)/);
  return (
    <p className="quiet small" lang={said === text ? 'en' : undefined}>
      {parts.map((part) =>
        part.startsWith('http') ? (
          <a key={part} href={part} rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
