/** Arrays of other programs, from the file to checked vectors: .npy, .npz and safetensors, told apart by their bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatOfFile } from '../../../src/recommenderFiles/fileFormat.ts';
import { readVectors } from '../../../src/recommenderFiles/readVectors.ts';
import { type FuzzTarget, onlyCoded } from '../onlyCoded.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'vectors.bin');

export const fuzz: FuzzTarget = (bytes) =>
  onlyCoded(async () => {
    writeFileSync(path, bytes);
    const format = await formatOfFile(path);
    // The database reads the others.
    if (format !== 'npy' && format !== 'npz' && format !== 'safetensors') return;
    const options = { side: 'items', mostBytes: 1e7 } as const;
    await onlyCoded(() => readVectors(path, options));
    const { vectors } = await readVectors(path, { ...options, ids: 'positions' });
    if (vectors.values.length !== vectors.ids.length * vectors.dimension) throw new Error('vectors of another length');
  });
