import { afterAll, expect, it } from 'vitest';
import { compileTools } from '../compiled-tools.js';
import { databasesRequired } from '../storage/back-ends.js';
import { tortures } from './tortures.js';

// The small version of `npm run tool -- torture`: the same rows with other numbers, in separate processes.

const patience = 120_000;
const tools = await compileTools('torture');
afterAll(() => tools.remove());
const rows = await tortures(tools.fileOf('test/torture/worker.ts'), 0.03);

it.for(rows.map(({ name, run }) => [name, run] as const))(
	'%s breaks no promise',
	{ timeout: patience },
	async ([name, run], context) => {
		const verdict = await run();
		if (verdict === undefined && !databasesRequired) return context.skip(`${name} needs what is not here`);
		expect(verdict).toMatchObject({ violations: [] });
	},
);
