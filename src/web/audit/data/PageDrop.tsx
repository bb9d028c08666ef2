/** In this view files can be dropped anywhere. A frame says so while they are over the page. */
import { useEffect, useState } from 'react';
import { setDropTaker } from '../../components/dropGuard.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { takeFiles } from '../state/auditActions.ts';

export function PageDrop() {
  const [over, setOver] = useState(false);
  const { audit } = useViewWords();
  useEffect(() => {
    setDropTaker({ take: (files) => void takeFiles(files), dragging: setOver });
    return () => setDropTaker(undefined);
  }, []);
  if (!over) return null;
  return (
    <div className="page-drop">
      <p>{audit.dropAnywhere}</p>
    </div>
  );
}
