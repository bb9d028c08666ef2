/**
 * MLflow itself takes the metrics. Skipped where the package is not installed: `pip install mlflow-skinny`, and ULTERIOR_MLFLOW
 * names the Python that has it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeLeaks, metricsOf } from '../src/report/index.ts';
import { sampleRecords } from './support/sampleRecords.ts';

const python = process.env['ULTERIOR_MLFLOW'] ?? 'python3';
const present = spawnSync(python, ['-c', 'import mlflow']).status === 0;
if (!present) console.warn(`skipping tests: ${python} has no mlflow`);

const LOG = `
import json, sys, mlflow
mlflow.set_tracking_uri("file://" + sys.argv[1] + "/runs")
mlflow.set_experiment("privacy")
with mlflow.start_run() as run:
    mlflow.log_metrics(json.load(open(sys.argv[1] + "/metrics.json")))
print(json.dumps(mlflow.get_run(run.info.run_id).data.metrics))`;

it.skipIf(!present)('MLflow keeps every metric under its key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-mlflow-'));
  try {
    const records = sampleRecords({ maxQuestions: 10 });
    const gate = judgeLeaks(records, { maxAuc: 0.6, failOn: 'upper' });
    const metrics = metricsOf([{ name: 'films', place: { file: 'x' }, records, gate }]);
    writeFileSync(join(folder, 'metrics.json'), metrics);
    const env = { ...process.env, MLFLOW_ALLOW_FILE_STORE: 'true' };
    const kept = execFileSync(python, ['-c', LOG, folder], { env, encoding: 'utf8' });
    expect(JSON.parse(kept)).toEqual(JSON.parse(metrics));
    expect(Object.keys(JSON.parse(kept))).toContain('films/gender_after_10_questions_auc_low');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
