/** An envelope that fills while it is closed. Said in words beside it, so the picture itself says nothing. */
import { BET_AFTER } from '../visit/visit.ts';

export function EnvelopePicture({ answers, open }: { readonly answers: number; readonly open: boolean }) {
  const share = Math.min(answers, BET_AFTER) / BET_AFTER;
  return (
    <svg className={open ? 'envelope open' : 'envelope'} viewBox="0 0 120 96" aria-hidden="true">
      <rect className="envelope-letter" x="14" y={open ? 4 : 86 - 54 * share} width="92" height="60" rx="2" />
      <rect className="envelope-front" x="6" y="30" width="108" height="62" rx="5" />
      <path className="envelope-fill" d={`M8 90V${90 - 56 * share}H112V90Z`} />
      <path className="envelope-fold" d="M8 90 50 60M112 90 70 60" />
      <path className="envelope-flap" d={open ? 'M8 32 60 2 112 32' : 'M8 32 60 68 112 32'} />
    </svg>
  );
}
