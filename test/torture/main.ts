import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tortures } from './tortures.js';

// `npm run tool -- torture`: prints a table, and exits with 1 on any violation. `--quick` runs a tenth of it; `--only
// TEXT` selects the rows that contain it.

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const shown = 10;

print('| Torture | Result | Figures | Seconds |');
print('|---|---|---|---|');
for (const { name, run } of await tortures(worker, values.quick ? 0.1 : 1)) {
	if (!name.includes(values.only)) continue;
	const begunAt = Date.now();
	const { figures, violations } = await run().then(
		(verdict) => verdict ?? { figures: 'not run: no such server or tool here', violations: [] },
		(error: unknown) => ({ figures: '', violations: [String(error)] }),
	);
	const result = violations.length === 0 ? 'ok' : 'VIOLATED';
	print(`| ${name} | ${result} | ${figures} | ${Math.round((Date.now() - begunAt) / 1_000)} |`);
	for (const violation of violations.slice(0, shown)) process.stderr.write(`  ${name}: ${violation}\n`);
	if (violations.length > shown) process.stderr.write(`  … and ${violations.length - shown} more\n`);
	if (violations.length > 0) process.exitCode = 1;
}
