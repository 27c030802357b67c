import { once } from 'node:events';
import type { FaultEffect } from '@claimcheck/local-discord';
import { Events, type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { createRest } from '../../../src/composition/create-rest.js';
import { apiCodeOf, isPassing } from '../../../src/discord/connection/api-errors.js';
import { TooLate } from '../../../src/discord/connection/request-queue.js';
import { InteractionCalls } from '../../../src/discord/interactions/interaction-calls.js';
import { contentView, ephemeral, textView } from '../../../src/views/kit/message.js';
import { quietRest } from '../quiet-rest.js';

const callback = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** A member has sent `/ping`: the calls that answer it, on a clock that only waiting moves, and the member's view of it. */
async function asked() {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const client = await loginClient(discord, { rest: { retries: 0 } });
	await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
	const statuses: number[] = [];
	const waits: number[] = [];
	const clock = { now: 0 };
	const { calling, close } = createRest({
		...quietRest,
		apiUrl: discord.apiUrl,
		refusedRequests: { note: (status, isAuthorized) => void statuses.push(isAuthorized ? -status : status) },
		clock: {
			now: () => clock.now,
			async delay(ms) {
				waits.push(ms);
				clock.now += ms;
			},
		},
	});
	onTestFinished(close);
	const arrived = once(client, Events.InteractionCreate) as Promise<[Interaction]>;
	const handle = discord.person(guild, { name: 'Noor' }).chatInput('ping');
	const [interaction] = await arrived;
	const again = () => new InteractionCalls(calling, interaction);
	return { discord, calls: again(), again, handle, statuses, waits, clock };
}

/** Discord's own 429. */
function limited(retryAfter: number, scope: string): FaultEffect {
	const headers = { via: '1.1 google', 'retry-after': '2', 'x-ratelimit-scope': scope };
	return { kind: 'answer', status: 429, body: { message: 'No', retry_after: retryAfter }, headers };
}

describe('the calls that answer an interaction', () => {
	it('defer, edit and add to the answer, in the flags that each needs', async () => {
		const { calls, handle } = await asked();
		await calls.deferReply(MessageFlags.Ephemeral);
		expect([calls.isThinking, calls.isEphemeral]).toEqual([true, true]);
		await calls.editReply(textView('Here'));
		expect(calls.isThinking).toBe(false);
		await calls.followUp(ephemeral(textView('And there')));
		expect(handle.acknowledgement).toMatchObject({ type: 5, isEphemeral: true });
		expect(handle.original?.flags).toBe(MessageFlags.Ephemeral | MessageFlags.IsComponentsV2);
		expect(JSON.stringify(handle.followUps)).toContain('And there');
	});

	it('send a message with its files', async () => {
		const { calls, handle } = await asked();
		await calls.deferReply(undefined);
		const attachment = Buffer.from('{}');
		await calls.editReply({ ...contentView('Here'), files: [{ name: 'data.json', attachment }] });
		expect(handle.original?.attachments).toMatchObject([{ filename: 'data.json', size: 2 }]);
	});

	it.each<[string, FaultEffect, number | undefined, boolean]>([
		['an interaction that Discord no longer knows', unknown(404, 10_062), 10_062, false],
		['a server error', unknown(500, 0), undefined, true],
		[
			'a proxy that answers in words of its own',
			{ kind: 'answer', status: 403, body: '<p>No' },
			undefined,
			false,
		],
		['a dropped connection', { kind: 'reset' }, undefined, true],
	])('reject as discord.js does, and are not repeated: %s', async (_, effect, code, passing) => {
		const { discord, calls } = await asked();
		discord.faults.add(callback, effect);
		const before = discord.calls.list().length;
		const error = await calls.deferReply(undefined).catch((thrown: unknown) => thrown);
		expect([apiCodeOf(error), isPassing(error)]).toEqual([code, passing]);
		expect(discord.calls.list()).toHaveLength(before + 1);
	});

	it('say that another process was first, without the token, and carry no bot token', async () => {
		const { calls, again, statuses } = await asked();
		await calls.deferReply(undefined);
		const error = await again()
			.deferReply(undefined)
			.catch((thrown: unknown) => thrown);
		expect(apiCodeOf(error)).toBe(40_060);
		expect(error).toMatchObject({ url: '', requestBody: {} });
		expect(statuses).toEqual([204, 400]);
	});

	it('wait as long as the body of a 429 says, to the millisecond and a little longer, and are sent again', async () => {
		const { discord, calls, handle, waits } = await asked();
		discord.faults.add(callback, limited(0.3, 'user'), 2);
		await calls.deferReply(undefined);
		expect(waits).toEqual([325, 325]);
		expect(handle.acknowledgement?.type).toBe(5);
	});

	it('are given up once Discord would no longer accept them: an acknowledgement after 3 s', async () => {
		const { discord, calls, statuses } = await asked();
		discord.faults.add(callback, limited(0.8, 'user'));
		await expect(calls.deferReply(undefined)).rejects.toThrow(TooLate);
		expect(statuses).toEqual([429, 429, 429, 429]);
	});

	it('count those seconds from the receipt of the interaction, for every retry', async () => {
		const { calls, clock, statuses } = await asked();
		clock.now += 3_000;
		await expect(calls.deferReply(undefined)).rejects.toThrow(TooLate);
		expect(statuses).toEqual([]);
	});

	it('are given up as late as the token ends: an edit after 15 minutes, however rarely Discord lets it try', async () => {
		const { discord, calls, clock, statuses } = await asked();
		await calls.deferReply(undefined);
		discord.faults.add('*', limited(200, 'user'));
		await expect(calls.editReply(textView('Here'))).rejects.toThrow(TooLate);
		expect(statuses).toEqual([204, 429, 429, 429, 429, 429]);
		expect(clock.now).toBeLessThan(15 * 60_000);
	});

	it('are given up if Discord asks for short waits again and again', async () => {
		const { discord, calls, statuses } = await asked();
		discord.faults.add(callback, limited(0, 'user'));
		const error = await calls.deferReply(undefined).catch((thrown: unknown) => thrown);
		expect(isPassing(error)).toBe(true);
		expect(statuses).toHaveLength(11);
	});

	it('wait together if Discord limits all of them, files too', async () => {
		const { discord, calls, waits } = await asked();
		await calls.deferReply(undefined);
		discord.faults.add('*', limited(0.5, 'global'), 1);
		const attachment = Buffer.from('{}');
		const edits = [1, 2, 3].map((edit) =>
			calls.editReply({ ...contentView(`Edit ${edit}`), files: [{ name: 'data.json', attachment }] }),
		);
		await Promise.all(edits);
		expect(waits.filter((ms) => ms > 0).length).toBeGreaterThan(0);
		expect(discord.calls.list().filter(({ status }) => status === 429)).toHaveLength(1);
	});
});

function unknown(status: number, code: number): FaultEffect {
	return { kind: 'answer', status, body: { message: 'No', code } };
}
