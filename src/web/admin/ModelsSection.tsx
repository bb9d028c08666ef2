/** The models that interviews are held with. */
import { listed } from '../components/words.ts';
import type { Model } from './serviceAnswers.ts';
import { agoText, counted, sizeText } from './words.ts';

export function ModelsSection({ models, now }: { readonly models: readonly Model[]; readonly now: string }) {
  return (
    <section aria-labelledby="models-title">
      <h2 id="models-title">Models</h2>
      {models.length === 0 && <p className="quiet small">There is none: no interview can be held.</p>}
      <ul className="rows">
        {models.map(({ id, name, attributes, items, size, calibrated, createdAt }) => (
          <li key={id}>
            <span className="row-name">{name}</span>
            <span className="row-facts quiet">
              <span>infers {listed(attributes.map((attribute) => attribute.name))}</span>{' '}
              <span>{counted(items, 'item')}</span> <span>{sizeText(size)}</span>{' '}
              <span>{calibrated ? 'calibrated' : 'not calibrated'}</span> <span>added {agoText(createdAt, now)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
