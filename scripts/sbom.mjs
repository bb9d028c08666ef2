/**
 * Bills of materials (CycloneDX) of both packages, from the lock file: what comes with each, in which versions, from where and with
 * which checksums. They go into the packages. Nothing in them changes unless the lock file does.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const whole = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
const { serialNumber: _, metadata, components, dependencies, ...head } = whole;
const { timestamp: __, component, ...about } = metadata;
const every = [component, ...components];

for (const folder of ['.', 'service']) {
  const { name, version, dependencies: wanted } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const own = every.find((one) => one['bom-ref'] === `${name}@${version}`);
  const dependsOn = (ref) => dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
  // Beside what comes with the package, the repository has what it is developed with.
  const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));
  const reached = new Set(dependsOn(own['bom-ref']).filter((ref) => nameOf(ref) in wanted));
  const direct = [...reached];
  for (const ref of reached) for (const next of dependsOn(ref)) reached.add(next);
  const bill = {
    ...head,
    metadata: { ...about, component: { ...own, name } },
    components: components.filter((one) => reached.has(one['bom-ref'])),
    dependencies: [{ ref: own['bom-ref'], dependsOn: direct }, ...dependencies.filter(({ ref }) => reached.has(ref))],
  };
  writeFileSync(`${folder}/dist/sbom.cdx.json`, `${JSON.stringify(bill, undefined, 1)}\n`);
}
