import type { Reporter, TestModule } from 'vitest/node';

/** Fails a run in which a test was skipped, and names the test, since a test that never runs proves nothing. For CI. */
export class NoSkips implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const skipped = modules.flatMap((module) =>
			[...module.children.allTests('skipped')].map(({ fullName }) => `${module.moduleId}: ${fullName}`),
		);
		if (skipped.length === 0) return;
		process.stderr.write(`Skipped, although every test has to run here:\n${skipped.join('\n')}\n`);
		process.exitCode = 1;
	}
}
