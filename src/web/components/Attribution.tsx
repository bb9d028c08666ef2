/** Where something comes from; an address in the text becomes a link. */
export function Attribution({ text }: { readonly text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <p className="quiet small" lang="en">
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
