import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from './entry-process.js';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-env-'));
	// Root, who may run these tests, can read every file, but no folder as one.
	await mkdir(join(folder, '.env'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a file .env that can’t be read', () => {
	it.each([['main'], ['register'], ['doctor'], ['claims-cli', 'stats']])(
		'is named by %s, which ends with 78',
		(entry, ...args) => {
			const { status, stdout, stderr } = spawnSync(
				process.execPath,
				[join(repository, `dist/src/${entry}.js`), ...args],
				{ cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
			);
			expect(stderr).toContain('The file .env can’t be read (EISDIR)');
			expect(stdout + stderr).not.toMatch(/^\s+at /m);
			expect(status).toBe(78);
		},
	);
});
