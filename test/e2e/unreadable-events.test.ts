import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPayload } from '../fuzz/payloads.js';
import { PeopledWorld } from '../world/peopled-world.js';
import { answerRoute, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
});
afterAll(() => stage?.close());

const token = 'aW50ZXJhY3Rpb246777.token-of-an-interaction';

/** A press of a button in the stage's server, with these parts replaced. */
function malformed(replaced: object): object {
	const press = everyPayload(new PeopledWorld()).find((it) => (it as { readonly type: number }).type === 3);
	return {
		...(press as object),
		guild_id: stage.guild.id,
		application_id: stage.discord.applicationId,
		token,
		...replaced,
	};
}

it('attack 66: interactions that cannot be parsed end nothing, and every other member is served', async () => {
	const bot = await stage.startBot();
	const { buyer } = stage.people;
	const send = (data: unknown): void =>
		stage.discord.gateway.dispatch('INTERACTION_CREATE', data, { guildId: stage.guild.id });
	send(malformed({ id: '500000000000000101', message: null, locale: 'de' }));
	send(malformed({ id: '500000000000000102', entitlements: null }));
	send(malformed({ id: '500000000000000103', member: { user: null } }));
	send(malformed({ id: null, data: null }));
	send(null);
	stage.discord.gateway.dispatch(
		'GUILD_ROLE_CREATE',
		{ guild_id: stage.guild.id, role: null },
		{ guildId: stage.guild.id },
	);

	expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	await buyerRoleGiven(stage, buyer);
	expect(bot.isRunning).toBe(true);

	// Who can still be answered learns that it failed, in their language.
	await expect
		.poll(() =>
			stage.discord.calls.list(answerRoute).filter(({ path }) => /50000000000000010[123]/.test(path)),
		)
		.toHaveLength(3);
	const [first] = stage.discord.calls
		.list(answerRoute)
		.filter(({ path }) => path.includes('500000000000000101'));
	expect(JSON.stringify(first?.body)).toContain('schiefgegangen');

	const lines = logged(bot, 'error', 'fatal');
	expect(lines.map(({ msg, event }) => [msg, event])).toEqual([
		['A gateway event could not be read', 'INTERACTION_CREATE'],
		['A gateway event could not be read', 'GUILD_ROLE_CREATE'],
	]);
	expect(bot.output()).not.toContain(token);
});
