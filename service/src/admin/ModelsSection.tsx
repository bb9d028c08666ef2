/** The models that interviews are held with. */

import type { Model } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';
import { agoText, sizeText } from './words.ts';

export function ModelsSection({ models, now }: { readonly models: readonly Model[]; readonly now: string }) {
  const { models: words, counted } = adminWords();
  return (
    <section aria-labelledby="models-title">
      <h2 id="models-title">{words.heading}</h2>
      {models.length === 0 && <p className="quiet small">{words.none}</p>}
      <ul className="rows">
        {models.map(({ id, name, attributes, items, size, calibrated, createdAt }) => (
          <li key={id}>
            <span className="row-name">{name}</span>
            <span className="row-facts quiet">
              <span>{words.infers(attributes.map((attribute) => attribute.name))}</span>{' '}
              <span>{counted.items(items)}</span> <span>{sizeText(size)}</span>{' '}
              <span>{calibrated ? words.calibrated : words.uncalibrated}</span>{' '}
              <span>{words.added(agoText(createdAt, now))}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
