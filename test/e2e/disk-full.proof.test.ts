import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

const run = promisify(execFile);

const user = process.getuid?.() ?? 0;
const mountOptions = ['-t', 'tmpfs', '-o', `size=2m,uid=${user}`, 'tmpfs'];
/** Mounts or unmounts, as root if sudo asks for no password. */
const asRoot = async (...command: readonly [string, ...string[]]) => {
	const [program, ...args] = user === 0 ? command : (['sudo', '-n', ...command] as const);
	await run(program, args);
};

/** True if this process may mount a small disk: root may, unless it is in a container. */
const canMount = await (async (): Promise<boolean> => {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-disk-'));
	try {
		await asRoot('mount', ...mountOptions, folder);
		await asRoot('umount', folder);
		return true;
	} catch {
		process.stderr.write('SKIPPED: a disk that is full needs the right to mount one\n');
		return false;
	} finally {
		await rm(folder, { recursive: true });
	}
})();

describe.skipIf(!canMount)('a full disk', () => {
	let stage: Stage;
	let disk: string;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		disk = await mkdtemp(join(tmpdir(), 'claimcheck-disk-'));
		await asRoot('mount', ...mountOptions, disk);
	});
	afterEach(async () => {
		await stage?.close();
		await asRoot('umount', '--recursive', disk);
		await rm(disk, { recursive: true });
	});

	const filler = (): string => join(disk, 'filler');
	/** Leaves no space on the disk. */
	async function fill(): Promise<void> {
		for (const size of [1_000_000, 4_096, 1]) {
			for (;;) {
				const isFull = await writeFile(filler(), Buffer.alloc(size), { flag: 'a' }).then(
					() => false,
					() => true,
				);
				if (isFull) break;
			}
		}
	}

	it('is reported by the log, /readyz, the metrics and doctor, and needs no restart once there is space', async () => {
		const port = await freePort();
		const database = { DATABASE_URL: `sqlite://${join(disk, 'claims.sqlite')}`, BACKUPS: 'false' };
		const bot = await stage.startProcess({ ...database, HEALTH_PORT: String(port), LOG_LEVEL: 'info' });
		const get = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`);
		expect(headline(await verify(stage.newPerson('Maya'), freshCode(stage)))).toBe('✅ Purchase verified');
		expect((await get('/readyz')).status).toBe(200);

		await fill();
		const failed = verify(stage.newPerson('Tom'), freshCode(stage));
		expect(headline(await failed)).not.toBe('✅ Purchase verified');
		const line = await bot.logged('The database is not writable');
		expect(line).toMatchObject({ level: 'error', reason: 'SQLITE_FULL' });
		const answer = await get('/readyz');
		expect(answer.status).toBe(503);
		expect(await answer.text()).toMatch(/^not ready\ndatabase degraded since \S+: SQLITE_FULL\n$/);
		const metrics = await (await get('/metrics')).text();
		expect(metrics).toContain('claimcheck_dependency_state{dependency="database",state="degraded"} 1');
		expect(metrics).toMatch(/claimcheck_verifications_total\{outcome="failed"\} [1-9]/);
		const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(database) };
		const doctor = run(process.execPath, [join(process.cwd(), 'dist/src/doctor.js')], { env, cwd: disk });
		await expect(doctor).rejects.toMatchObject({ stdout: expect.stringContaining('Reason: SQLITE_FULL.') });

		await rm(filler());
		await bot.logged('The database works again');
		expect((await get('/readyz')).status).toBe(200);
		expect(headline(await verify(stage.newPerson('Ann'), freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('is reported if it keeps the bot from starting', async () => {
		await fill();
		const bot = await stage.spawnBot({ DATABASE_URL: `sqlite://${join(disk, 'claims.sqlite')}` });
		expect((await bot.exited).code).toBe(69);
		expect(bot.output()).toContain('its disk is full');
	});
});
