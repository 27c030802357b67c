import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import type { Room } from './rooms.js';

interface Run {
	/** Tests again only what has changed since the last run, and what its tests have changed. */
	readonly isIncremental: boolean;
	/** Some of the room's files, without their ending; undefined for all. */
	readonly files: readonly string[] | undefined;
	/** Seconds that a test may take. A mutant that hangs ends by that, and so would others on a machine that is too busy. */
	readonly patience: number;
	/** Some of the room's tests, likewise. */
	readonly tests: readonly string[] | undefined;
}

/** As much of Stryker's results as is used here. */
const mutantSchema = z.object({ fileName: z.string(), status: z.string() });

/** Installed on its own, so it has its types neither here nor where this is compiled to. */
interface StrykerRun {
	findMutants(options: object): Promise<unknown>;
}
const strykerRun = new URL('../../../../test/mutation/run.js', import.meta.url);

/** The folder of the sandboxes, the reports and the start of an incremental run. */
const folder = 'dist/mutation';

/** Runs a room's unit tests against each mutant of its code. To be started in the repository's folder. */
export async function mutate(
	room: Room,
	run: Run,
): Promise<{ readonly killed: number; readonly all: number }> {
	// The rules are the same on each store, and SQLite needs no server.
	process.env['TEST_POSTGRES_URL'] = 'postgresql://127.0.0.1:1/none';
	process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1';
	process.env['TEST_PATIENCE'] = String(run.patience);
	// A test sets a zone that is not UTC, which on a thread does nothing.
	process.env['TZ'] = 'America/New_York';
	const { findMutants }: StrykerRun = await import(strykerRun.href);
	const mutants = z.array(mutantSchema).parse(await findMutants(optionsFor(room, run)));
	// An incremental run also has what became of all other files.
	const tried = mutants.filter(({ fileName }) => isTried(room, run.files, relative('.', fileName)));
	const count = (...wanted: readonly string[]) =>
		tried.filter(({ status }) => wanted.includes(status)).length;
	const killed = count('Killed', 'Timeout');
	return { killed, all: killed + count('Survived', 'NoCoverage') };
}

/** True if a source belongs to the room and, if only some files are tried, to these. */
function isTried(room: Room, files: Run['files'], path: string): boolean {
	return path.startsWith(`src/${room}/`) && (files === undefined || files.includes(basename(path, '.ts')));
}

function optionsFor(room: Room, { isIncremental, patience, files = ['*'], tests = ['*'] }: Run): object {
	return {
		mutate: files.map((file) => `src/${room}/**/${file}.ts`),
		testFiles: tests.map((test) => `test/${room}/**/${test}.test.ts`),
		vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
		plugins: [join(import.meta.dirname, 'ignored.js')],
		ignorers: ['for-operators'],
		// Code that runs when a module loads is tested only by loading it anew, with all tests, for each mutant.
		ignoreStatic: true,
		coverageAnalysis: 'perTest',
		concurrency: 2,
		// Vitest's own patience ends what hangs; this ends what never lets go of the processor.
		timeoutMS: 2_000 * patience,
		incremental: isIncremental,
		incrementalFile: `${folder}/${room}.json`,
		tempDirName: `${folder}/sandbox-${room}`,
		ignorePatterns: ['dist', 'data', 'docs', 'coverage', 'packages/*/dist'],
		// Stryker reads it with TypeScript's old interface, which TypeScript 7 has not.
		tsconfigFile: 'none.json',
		disableTypeChecks: true,
		packageManager: 'npm',
		reporters: ['progress-append-only', 'html'],
		htmlReporter: { fileName: `${folder}/${room}.html` },
		allowConsoleColors: false,
		logLevel: 'warn',
	};
}
