import { defineConfig } from 'vitest/config';
import { MixedOrder } from './test/mixed-order.js';
import { NoSkips } from './test/no-skips.js';

// Tests wait for events. These limits only end what hangs: a default of 5 s would measure the machine.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 50_000 } } };
/** Some tests start the bot six times, which takes a busy machine a while. */
const patienceWithProcesses = { testTimeout: 240_000, hookTimeout: 240_000 };

/** Run by `npm run test:proof`, wherever the file is. test/README.md says which tests belong there. */
const proof = '**/*.proof.test.ts';

/**
 * `npm test` runs these on a store in memory, the proof on all databases. What else is built on the store needs no more
 * than its contract, which all three keep in `npm test`.
 */
const onOtherBackEnds = ['test/messages/killed-messages.test.ts'];

/** What has a command of its own, and minutes. */
const slow = [proof, 'test/deploy/image/**'];

// The workspaces as they are in their sources: what is tested is what was written, not what was last built.
const workspaces = [
	{
		find: /^@claimcheck\/([\w-]+)\/(.+)$/,
		replacement: `${import.meta.dirname}/packages/$1/src/$2.ts`,
	},
	{
		find: /^@claimcheck\/local-discord$/,
		replacement: `${import.meta.dirname}/packages/local-discord/src/local-discord.ts`,
	},
];

export default defineConfig({
	resolve: { alias: workspaces },
	test: {
		...patience,
		reporters: ['default', ...(process.env['FORBID_SKIPS'] === '1' ? [new NoSkips()] : [])],
		// Files share their modules, which take longer to load than most tests to run. So a test mocks no module, and a
		// module beside the tests registers no hooks: only the first file that loads it would have them.
		isolate: false,
		sequence: { sequencer: MixedOrder },
		// The next run finds the files that haven't changed as they were compiled.
		experimental: { fsModuleCache: true },
		setupFiles: ['test/discord-first.ts', 'test/fixed-seed.ts'],
		coverage: {
			provider: 'v8',
			// Every file counts, also one that no test has loaded.
			include: ['src/**/*.ts', 'commands/**/*.ts', 'packages/*/src/**/*.ts'],
			reporter: ['text'],
		},
		projects: [
			// `npm test`: the next three as one, so that tests compute while others wait for Discord's limits, for timers or
			// for a process. With four workers both cores are nearly always busy.
			{
				extends: true,
				test: {
					...patienceWithProcesses,
					name: 'push',
					include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
					exclude: slow,
					maxWorkers: 4,
				},
			},
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
					exclude: [...slow, 'test/e2e/**', '**/test/browser/**'],
					sequence: { groupOrder: 1 },
					maxWorkers: '100%',
				},
			},
			// Each file starts processes of its own, and mostly waits for them: two cores take four.
			{
				extends: true,
				test: {
					...patienceWithProcesses,
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					exclude: [proof],
					sequence: { groupOrder: 2 },
					maxWorkers: 4,
				},
			},
			// The page in a real browser, as it was last built; skipped where there is none.
			{
				extends: true,
				test: {
					...patienceWithProcesses,
					name: 'browser',
					include: ['test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'],
					exclude: [proof],
					sequence: { groupOrder: 3 },
					maxWorkers: 2,
				},
			},
			// Of every kind: some need nothing but a seed, others start the bot or a browser, and wait for it most of the time.
			{
				extends: true,
				test: {
					...patienceWithProcesses,
					name: 'proof',
					include: [`test/${proof}`, `packages/*/test/${proof}`, ...onOtherBackEnds],
					env: { OTHER_BACK_ENDS: '1' },
					sequence: { groupOrder: 4 },
					maxWorkers: 4,
				},
			},
			// Builds the image and runs it, and boots a Debian to install the bot on: minutes, root and a container engine.
			{
				extends: true,
				test: {
					...patienceWithProcesses,
					name: 'image',
					include: ['test/deploy/image/**/*.test.ts'],
					sequence: { groupOrder: 5 },
					maxWorkers: 1,
				},
			},
		],
	},
});
