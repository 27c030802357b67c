import { describe, expect, it } from 'vitest';
import type { GrantResult } from '../../src/roles/grant.js';
import { settled, until } from './event-loop.js';
import { blocked, granted, guildId, setUp, target } from './set-up-queue.js';

describe('a parked guild', () => {
	it('parks a guild after one refused try instead of trying for each of its members', async () => {
		const tried: string[] = [];
		const { queue, store } = setUp(async ({ userId }) => {
			tried.push(userId);
			return blocked;
		});
		expect(await (await queue.request(target('0'))).settled).toEqual(blocked);
		for (let user = 1; user <= 20; user += 1) {
			expect(await (await queue.request(target(String(user)))).settled).toEqual(blocked);
		}
		expect(tried).toEqual(['0']);
		expect(queue.parkedGuilds()).toEqual([guildId]);
		expect(store.keys()).toHaveLength(21);
	});

	it('gives all members their roles once the guild is mended', async () => {
		let mended = false;
		const { queue, store } = setUp(async () => (mended ? granted : blocked));
		for (let user = 0; user < 10; user += 1) await (await queue.request(target(String(user)))).settled;
		mended = true;
		queue.unpark(guildId);
		await queue.resume();
		await until(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
		expect(queue.parkedGuilds()).toEqual([]);
	});

	it('tries for a member who verifies in a parked guild, and with success helps all who wait', async () => {
		let mended = false;
		const { queue, store } = setUp(async () => (mended ? granted : blocked));
		await (await queue.request(target('1'))).settled;
		await (await queue.request(target('2'))).settled;
		mended = true;
		expect(await (await queue.request(target('3'), { roles: ['held'] })).settled).toEqual(granted);
		await until(() => store.keys().length === 0);
	});

	it('tries again immediately where something changed in the guild while Discord was refusing', async () => {
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue, errors } = setUp(() => new Promise((resolve) => answers.push(resolve)));
		const ticket = await queue.request(target('1'));
		queue.unpark(guildId);
		answers[0]?.(blocked);
		await until(() => answers.length === 2);
		answers[1]?.(granted);
		expect(await ticket.settled).toEqual(granted);
		expect(queue.parkedGuilds()).toEqual([]);
		expect(errors).toEqual([]);
	});

	it('is only the one in which roles can not be given', async () => {
		const another = '900000000000000002';
		const { queue } = setUp(async ({ guildId }) => (guildId === another ? blocked : granted), {
			served: [guildId, another],
		});
		await (await queue.request({ guildId: another, userId: '1' })).settled;
		expect(await (await queue.request(target('1'))).settled).toEqual(granted);
		expect(queue.parkedGuilds()).toEqual([another]);
		queue.noteChange('900000000000000003');
		queue.unpark('900000000000000003');
		queue.unpark(another);
		expect(queue.parkedGuilds()).toEqual([]);
	});

	it('is not one in which a role with powers is withheld: the others get theirs', async () => {
		const powerful = { ...blocked, obstacle: 'role-powerful' } as const;
		const { queue, store } = setUp(async ({ userId }) => (userId === '1' ? powerful : granted));
		expect(await (await queue.request(target('1'))).settled).toEqual(powerful);
		expect(await (await queue.request(target('2'))).settled).toEqual(granted);
		await until(() => queue.size === 0);
		expect([queue.parkedGuilds(), store.keys()]).toEqual([[], []]);
	});

	it('answers who waits with what is in the way, and not with the roles of who met it', async () => {
		const { queue } = setUp(async () => ({ ...blocked, held: ['other'] }));
		expect(await (await queue.request(target('1'))).settled).toEqual({ ...blocked, held: ['other'] });
		expect(await (await queue.request(target('2'))).settled).toEqual(blocked);
	});

	it('stays parked where a try has given nothing', async () => {
		const results: GrantResult[] = [blocked, { kind: 'member-left' }, { ...granted, added: [] }];
		const { queue } = setUp(async () => results.shift() ?? granted);
		await (await queue.request(target('1'))).settled;
		for (const user of ['2', '3']) await (await queue.request(target(user), { roles: ['held'] })).settled;
		expect(queue.parkedGuilds()).toEqual([guildId]);
		await (await queue.request(target('4'), { roles: ['held'] })).settled;
		expect(queue.parkedGuilds()).toEqual([]);
	});

	it('tries for a member who acts while waiting behind another', async () => {
		const tried: string[] = [];
		const answers: (() => void)[] = [];
		const { queue } = setUp(({ userId }) => {
			tried.push(userId);
			return new Promise((resolve) => answers.push(() => resolve(blocked)));
		});
		const answer = async (tries: number): Promise<void> => {
			await until(() => answers.length === tries);
			answers.at(-1)?.();
			await settled();
		};
		await queue.request(target('1'));
		await answer(1);
		await queue.request(target('2'), { roles: ['held'] });
		await queue.request(target('3'));
		await queue.request(target('3'), { roles: ['held'] });
		await answer(2);
		await answer(3);
		expect(tried).toEqual(['1', '2', '3']);
	});
});
