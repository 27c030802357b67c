import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { postinstall: string } };

/** The npm call made by the last step of `npm ci` if this file is the SQLite driver. */
function asksNpmFor(driver: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'claimcheck-installed-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, 'node_modules/sqlite3'), { recursive: true });
	writeFileSync(join(folder, 'node_modules/sqlite3/index.js'), driver);
	const npm = join(folder, 'npm');
	writeFileSync(npm, '#!/bin/sh\necho "$*, from source: $npm_config_build_from_source" >asked\nexit 1\n');
	chmodSync(npm, 0o755);
	const env = { PATH: [folder, process.env['PATH']].join(delimiter) };
	const { status } = spawnSync('/bin/sh', ['-c', scripts.postinstall], { cwd: folder, env });
	expect(status).toBe(0);
	const asked = join(folder, 'asked');
	return existsSync(asked) ? readFileSync(asked, 'utf8').trim() : '';
}

it.skipIf(process.platform === 'win32')(
	'npm ci compiles the SQLite driver if the fetched one doesn’t load, and succeeds even if compiling fails',
	() => {
		const tooNew = "throw new Error('libm.so.6: version `GLIBC_2.38 not found')";
		expect(asksNpmFor(tooNew)).toBe('rebuild sqlite3, from source: sqlite3');
		expect(asksNpmFor('module.exports = {};')).toBe('');
	},
);
