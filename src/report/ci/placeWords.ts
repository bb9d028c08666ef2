/** Where a leak shows and who found it, in the words by which a gate knows it from run to run. */
import type { GatedRecords } from '../common/anyRecords.ts';
import { counted } from '../common/format.ts';
import type { Finding } from '../common/input.ts';
import { labelOf } from '../common/lookup.ts';
import { attackerName, labelOf as defenceLabel } from '../defence/defences/words.ts';
import { shownAttacker } from '../defence/questionnaire/questionnaireLookup.ts';
import { defenceName, viewName } from '../surfaces/surfaceWords.ts';

/** "after 10 questions", "in top-10 lists": figures of the same target with the same words are one leak. */
export function whereFound(records: GatedRecords, finding: Finding): string {
  const { exposure, length, defence, strength } = finding;
  switch (records.format) {
    case 'ulterior-audit':
      if (exposure === 'histories') return 'from whole histories';
      return `after ${counted(length!, 'question')}${exposure === 'openQuestions' ? ' about anything' : ''}`;
    case 'ulterior-leak-matrix':
      return `after up to ${counted(records.spec.maxQuestions, 'question')}`;
    case 'ulterior-model-audit': {
      const { afterDefence } = records;
      const after = afterDefence === undefined ? '' : `, after the defence ${defenceName(afterDefence)}`;
      return `from ${viewName(finding)}${after}`;
    }
    case 'ulterior-defence': {
      const [, share] = /used by ([\d.]+):/.exec(exposure) ?? [];
      const some = share === undefined ? '' : `, used by ${Math.round(100 * Number(share))}%`;
      return `behind ${defenceLabel(defence!)} ${strength}${some}`;
    }
    case 'ulterior-questionnaire-study':
      return `from a list of ${counted(length!, 'question')}`;
  }
}

export function whoFound(records: GatedRecords, finding: Finding): string {
  const { attacker = '', situation, group } = finding;
  const about = group === undefined ? '' : `, about “${group}”`;
  switch (records.format) {
    case 'ulterior-defence':
      return `${attackerName(attacker)}, ${situation}${about}`;
    case 'ulterior-questionnaire-study':
      return `${shownAttacker(attacker)}${about}`;
    default:
      return `${labelOf(records, finding)}${about}`;
  }
}
