/** In this view files can be dropped anywhere. A frame says so while they are over the page. */
import { useEffect, useState } from 'react';
import { setDropTaker } from '../../components/dropGuard.ts';
import { takeFiles } from '../state/auditActions.ts';

export function PageDrop() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    setDropTaker({ take: (files) => void takeFiles(files), dragging: setOver });
    return () => setDropTaker(undefined);
  }, []);
  if (!over) return null;
  return (
    <div className="page-drop">
      <p>Drop your files anywhere: ratings, people and titles find their places.</p>
    </div>
  );
}
