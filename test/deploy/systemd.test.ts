import { execFile, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/base/errors.js';

const unit = 'deploy/systemd/claimcheck.service';

// Version 250 is the first that analyzes files instead of loaded units.
const analyze = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
const hasSystemd = Number(/systemd (\d+)/.exec(analyze.stdout ?? '')?.[1]) >= 250;

describe('the unit', () => {
	it.runIf(hasSystemd)('has an exposure below 2.0 of 10 points', () => {
		const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
			encoding: 'utf8',
		});
		const points = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1]);
		expect(points).toBeLessThan(2);
	});

	it('gives the bot time to stop, and doesn’t restart it if a restart can’t help', () => {
		const main = readFileSync('src/main.ts', 'utf8');
		const text = readFileSync(unit, 'utf8');
		const ownMs = Number(/stopTimeoutMs = ([\d_]+)/.exec(main)?.[1]?.replaceAll('_', ''));
		const given = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]) * 1_000;
		expect(given).toBeGreaterThan(ownMs * 2);
		expect(text).toContain(`RestartPreventExitStatus=${exitCodes.config}\n`);
	});
});

describe('install.sh', () => {
	let checkout: string;
	let root: string;

	beforeAll(() => {
		// A minimal built checkout: what matters here is which files are copied, not what they do.
		checkout = mkdtempSync(join(tmpdir(), 'claimcheck-checkout-'));
		root = join(checkout, 'machine');
		cpSync('deploy/systemd', join(checkout, 'deploy/systemd'), { recursive: true });
		cpSync('docs/hosting.md', join(checkout, 'docs/hosting.md'));
		for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, join(checkout, file));
		for (const folder of ['dist/src', 'dist/licences'])
			mkdirSync(join(checkout, folder), { recursive: true });
		writeFileSync(join(checkout, 'dist/src/main.js'), '');
		const version = '6.0.0';
		const dependencies = { dependencies: { sqlite3: version }, devDependencies: { vitest: version } };
		const manifest = { name: 'claimcheck', version, ...dependencies };
		writeFileSync(join(checkout, 'package.json'), JSON.stringify(manifest));
		for (const name of ['sqlite3', 'vitest']) {
			mkdirSync(join(checkout, 'node_modules', name), { recursive: true });
			writeFileSync(join(checkout, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }));
		}
	});
	afterAll(() => rmSync(checkout, { recursive: true }));

	async function install(input = '', ...args: readonly string[]): Promise<string> {
		const run = promisify(execFile)('sh', [join(checkout, 'deploy/systemd/install.sh'), ...args], {
			env: { PATH: process.env['PATH'], DESTDIR: root },
		});
		run.child.stdin?.end(input);
		return (await run).stdout;
	}
	const at = (path: string): string => join(root, path);
	const installedUnit = 'etc/systemd/system/claimcheck.service';
	const kept = ['discord_token', 'marketplace_api_key', 'claim_secret', 'database_url', 'claimcheck.env'].map(
		(name) => join('etc/claimcheck', name),
	);

	it('creates no new secret next to purchases of a bot that ran in the checkout', async () => {
		mkdirSync(join(checkout, 'data'));
		for (const left of ['data/claimcheck.sqlite', '.env']) {
			writeFileSync(join(checkout, left), 'CLAIM_SECRET=of-that-bot');
			await expect(install('a-token\na-key\n')).rejects.toThrow('put the CLAIM_SECRET of its .env into');
			rmSync(join(checkout, left));
		}
	});

	it('refuses to continue without the secrets that only a person has', async () => {
		await expect(install()).rejects.toThrow('nothing given');
	});

	it('installs program, secrets, units and command', async () => {
		// A copy of the template is no sign of a bot, and a pipe may end without a line break.
		writeFileSync(join(checkout, '.env'), 'CLAIM_SECRET=\n');
		const said = await install('a-token\na-key');
		expect(said).not.toMatch(/a-token|a-key/);
		expect(readFileSync(at('etc/claimcheck/discord_token'), 'utf8')).toBe('a-token\n');
		expect(readFileSync(at('etc/claimcheck/claim_secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(32);
		for (const path of kept) expect(statSync(at(path)).mode & 0o077).toBe(0);
		expect(existsSync(at(installedUnit))).toBe(true);
		expect(existsSync(at('opt/claimcheck/node_modules/sqlite3/package.json'))).toBe(true);
		expect(existsSync(at('opt/claimcheck/node_modules/vitest'))).toBe(false);
		expect(spawnSync('sh', ['-n', at('usr/local/bin/claimcheck')]).status).toBe(0);
	});

	it.runIf(hasSystemd)('installs a unit that systemd-analyze accepts', () => {
		const verified = spawnSync('systemd-analyze', ['verify', at(installedUnit)], { encoding: 'utf8' });
		// Other names come from files on this machine, not from the unit.
		expect(verified.stderr.split('\n').filter((line) => line.includes('claimcheck'))).toEqual([]);
	});

	it('starts the new version even if Discord refuses its commands, and says how to register them', () => {
		const script = readFileSync('deploy/systemd/install.sh', 'utf8');
		const start = /^start\(\) \{.*?^\}$/ms.exec(script)?.[0];
		const machine = `set -eu; root=; command=false; settings=${at('etc/claimcheck')}; ctl() { echo "$@"; }`;
		writeFileSync(at('etc/claimcheck/claimcheck.env'), 'MARKETPLACE_URL=https://shop.example\n');
		const { status, stdout, stderr } = spawnSync('sh', ['-c', `${machine}\n${start}\nstart`], {
			encoding: 'utf8',
		});
		expect(status).toBe(0);
		expect(stdout).toContain('restart claimcheck.service\n');
		expect(stderr).toContain('sudo claimcheck register');
	});

	it('changes no secret or setting when it is run again, and keeps the previous version', async () => {
		const before = kept.map((path) => readFileSync(at(path), 'utf8'));
		writeFileSync(join(checkout, 'dist/src/main.js'), '// newer');
		await install();
		expect(kept.map((path) => readFileSync(at(path), 'utf8'))).toEqual(before);
		expect(readFileSync(at('opt/claimcheck/dist/src/main.js'), 'utf8')).toBe('// newer');
		expect(readFileSync(at('opt/claimcheck.old/dist/src/main.js'), 'utf8')).toBe('');
	});

	it('removes everything but settings, secrets and data, and these too if asked to', async () => {
		mkdirSync(at('var/lib/private/claimcheck'), { recursive: true });
		await install('', '--uninstall');
		const left = ['opt/claimcheck', 'opt/claimcheck.old', 'usr/local/bin/claimcheck', installedUnit];
		expect(left.filter((path) => existsSync(at(path)))).toEqual([]);
		for (const path of [...kept, 'var/lib/private/claimcheck']) expect(existsSync(at(path))).toBe(true);
		await install('', '--purge');
		expect([...kept, 'var/lib/private/claimcheck'].filter((path) => existsSync(at(path)))).toEqual([]);
	});
});
