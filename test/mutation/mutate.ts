import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { RoomResult, Survivor } from './gate.js';
import type { Room } from './rooms.js';

export interface Run {
	/** Tests again only what has changed since the last run, and what its tests have changed. */
	readonly isIncremental: boolean;
	readonly concurrency: number;
}

/** Where the sandboxes, the reports and what an incremental run begins with are. */
const folder = 'dist/mutation';

/** Runs a room's unit tests against each mutant of its code. To be started in the repository's folder. */
export async function mutate(room: Room, run: Run): Promise<RoomResult> {
	// The rules are the same on each store, and SQLite needs no server.
	process.env['TEST_POSTGRES_URL'] = 'postgresql://127.0.0.1:1/none';
	process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1';
	return await resultOf(await new Stryker(optionsFor(room, run)).runMutationTest());
}

function optionsFor(room: Room, { isIncremental, concurrency }: Run): PartialStrykerOptions {
	return {
		mutate: [`src/${room}/**/*.ts`],
		testFiles: [`test/${room}/**/*.test.ts`],
		testRunner: 'vitest',
		vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
		plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), join(import.meta.dirname, 'ignored.js')],
		ignorers: ['for-operators'],
		// What is done when a module loads can be seen only by loading it anew, with all tests, for each mutant.
		ignoreStatic: true,
		coverageAnalysis: 'perTest',
		concurrency,
		// Vitest's own patience ends what hangs; this ends what never lets go of the processor.
		timeoutMS: 20_000,
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
		logLevel: 'warn' as LogLevel,
	};
}

async function resultOf(mutants: readonly MutantResult[]): Promise<RoomResult> {
	const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
	const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
	return { killed, survivors: await Promise.all(alive.map(survivorOf)) };
}

async function survivorOf(mutant: MutantResult): Promise<Survivor> {
	const file = relative('.', mutant.fileName);
	const lines = (await readFile(file, 'utf8')).split('\n');
	// Lines and columns begin with 1.
	const { start, end } = mutant.location;
	const touched = lines.slice(start.line - 1, end.line);
	const last = touched.length - 1;
	const original = touched
		.map((text, at) => text.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
		.join('\n');
	return {
		file,
		line: touched[0]?.trim() ?? '',
		mutator: mutant.mutatorName,
		original: onOneLine(original),
		replacement: onOneLine(mutant.replacement),
	};
}

function onOneLine(code: string): string {
	return code.replaceAll(/\s+/g, ' ');
}
