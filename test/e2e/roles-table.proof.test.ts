import { afterAll, describe, it } from 'vitest';
import { publishedTable, publishTable } from './published-table.js';
import { RoleScene } from './role-scene.js';
import { type Trouble, troubles } from './role-trouble.js';

/** The result of each trouble, in the words of the table in docs/reliability.md. */
const results = new Map<string, string>();
const columns = ['A member verifies', 'The bot finds a role missing'] as const;
type Column = (typeof columns)[number];

/** Lets a member verify, or has a verified member's role lost while the bot is off; then the trouble takes its course. */
async function play(scene: RoleScene, trouble: Trouble, column: Column): Promise<void> {
	await scene.start();
	if (column === 'A member verifies') {
		if (trouble.comesInBetween) await scene.allVerify(() => trouble.begin(scene));
		else {
			trouble.begin(scene);
			await scene.allVerify();
		}
	} else {
		await scene.allVerify();
		await scene.allHaveTheRole();
		await scene.stop();
		scene.allLoseTheRole();
		scene.stage.discord.calls.clear();
		trouble.begin(scene);
		await scene.start();
	}
	await trouble.met(scene);
	if (trouble.alerts && column === 'A member verifies') {
		// The next life of the bot must not report it again.
		await scene.stop();
		await scene.start();
		// Else the sweep at the start might meet the mend, and hide whether its event is followed.
		await scene.nothingMoreToDo();
	}
	await trouble.mend(scene);
}

// Each scene starts the bot up to three times, several scenes concurrently.
describe.concurrent('the buyer role comes by itself', { timeout: 150_000 }, () => {
	const cells = troubles.flatMap((trouble) =>
		columns.map((column) => ({ trouble, column, name: trouble.name })),
	);
	it.for(cells)('$name · $column', async ({ trouble, column }, { expect, onTestFinished }) => {
		const scene = await RoleScene.open(trouble.members, { inProcesses: trouble.kills === true });
		onTestFinished(() => scene.close());
		await play(scene, trouble, column);
		const mendedAt = Date.now();
		await scene.allHaveTheRole();
		const seconds = ((Date.now() - mendedAt) / 1000).toFixed(1);
		await scene.nothingMoreToDo();

		const refused = scene.refusedCalls().length;
		expect(refused, scene.describe()).toBeLessThanOrEqual(10);
		expect(scene.ownRolesUntouched(), scene.describe()).toBe(true);
		const alerts = trouble.alerts ? 1 : 0;
		expect([scene.alerts().length, scene.loggedAlerts()], scene.describe()).toEqual([alerts, alerts]);

		const calls = scene.roleCalls().length;
		const alert = trouble.alerts ? ', one alert' : '';
		const figures = `${calls} role call${calls === 1 ? '' : 's'}, ${refused} refused, after ${seconds} s`;
		results.set(`${trouble.name}|${column}`, `✓ ${figures}${alert}`);
	});
});

describe('the table in docs/reliability.md', () => {
	afterAll(() => {
		if (process.env['UPDATE_DOCS'] === '1') publishTable('roles-table', tableOf(results));
	});

	it('lists the same troubles, with the same ends', ({ expect, skip }) => {
		if (process.env['UPDATE_DOCS'] === '1') skip('The table is being written');
		expect(withoutFigures(publishedTable('roles-table'))).toBe(withoutFigures(tableOf(results)));
	});
});

function tableOf(cells: ReadonlyMap<string, string>): string {
	const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
	return [
		row(['Trouble', 'Members', ...columns]),
		row(['---', '---', ...columns.map(() => '---')]),
		...troubles.map(({ name, members }) =>
			row([name, String(members), ...columns.map((column) => cells.get(`${name}|${column}`) ?? 'not shown')]),
		),
	].join('\n');
}

/** The figures differ from run to run. */
function withoutFigures(table: string): string {
	return table.replace(/\d+ role calls?, \d+ refused, after [\d.]+ s/g, '…');
}
