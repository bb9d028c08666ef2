/** What was found in the data before anything is measured: in the engine's words, with one click for each way to settle it. */
import type { Finding } from '../../../ratings/index.ts';
import { findingText } from '../../../tables/index.ts';
import { Button } from '../../components/Button.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { keepFinding, mendFinding } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';

export function FindingsView({ state: { opened, source, settled } }: { readonly state: AuditState }) {
  const words = useViewWords().audit.findings;
  const { findings = [] } = opened!.summary;
  if (findings.length === 0) return null;
  const isOpen = (finding: Finding) => finding.serious && !settled.accept.includes(finding.code);
  const sorted = [...findings.filter(isOpen), ...findings.filter((finding) => !isOpen(finding))];
  return (
    <section className="card" aria-labelledby="findings-title" id="findings">
      <h3 id="findings-title">{words.heading}</h3>
      {findings.some(isOpen) && <p className="warning">{words.stops}</p>}
      <ul>
        {sorted.map((finding) => (
          <li key={`${finding.code} ${finding.place}`}>
            <p lang="en">
              <strong>{finding.code}</strong> {findingText(finding)}
            </p>
            {source === 'files' && (
              <p className="buttons">
                {finding.repair !== undefined && (
                  <Button onClick={() => mendFinding(finding.repair!)}>
                    {words.mend}
                    <span className="unseen"> {finding.place}</span>
                  </Button>
                )}
                {isOpen(finding) && (
                  <Button onClick={() => keepFinding(finding.code)}>
                    {words.keep}
                    <span className="unseen"> {finding.place}</span>
                  </Button>
                )}
                {finding.serious && !isOpen(finding) && <span className="quiet small">{words.kept}</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
