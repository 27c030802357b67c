import { once } from 'node:events';
import type { FaultEffect } from '@claimcheck/local-discord';
import { Events, type Interaction, MessageFlags } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loginClient, startDiscord } from '../../packages/local-discord/test/real-client.js';
import { apiCodeOf, isPassing } from '../../src/discord/api-errors.js';
import { InteractionWire } from '../../src/discord/interaction-calls.js';
import { contentView, ephemeral, textView } from '../../src/views/message.js';

const callback = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** A member has sent `/ping`: the calls that answer it, and the member's view of it. */
async function asked() {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const client = await loginClient(discord, { rest: { retries: 0 } });
	await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
	const statuses: number[] = [];
	const waits: number[] = [];
	const wire = new InteractionWire({
		rest: client.rest,
		onAnswer: ({ status }) => void statuses.push(status),
		delay: async (ms) => void waits.push(ms),
	});
	onTestFinished(() => wire.close());
	const arrived = once(client, Events.InteractionCreate) as Promise<[Interaction]>;
	const handle = discord.person(guild, { name: 'Noor' }).chatInput('ping');
	const [interaction] = await arrived;
	return { discord, calls: wire.of(interaction), again: () => wire.of(interaction), handle, statuses, waits };
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
		['a proxy that answers in words of its own', { kind: 'answer', status: 403, body: '<p>No' }, 0, false],
		['a dropped connection', { kind: 'reset' }, undefined, true],
	])('reject as discord.js does: %s', async (_, effect, code, passing) => {
		const { discord, calls } = await asked();
		discord.faults.add(callback, effect);
		const error = await calls.deferReply(undefined).catch((thrown: unknown) => thrown);
		expect([apiCodeOf(error), isPassing(error)]).toEqual([code, passing]);
	});

	it('say that another process was first', async () => {
		const { calls, again, statuses } = await asked();
		await calls.deferReply(undefined);
		const error = await again()
			.deferReply(undefined)
			.catch((thrown: unknown) => thrown);
		expect(apiCodeOf(error)).toBe(40_060);
		expect(JSON.stringify(error)).not.toMatch(/interactions\/\d+\/(?!…)/);
		expect(statuses).toEqual([204, 400]);
	});

	it('wait as long as Discord asks, and are sent again', async () => {
		const { discord, calls, handle, waits } = await asked();
		const headers = { 'retry-after': '1.5' };
		discord.faults.add(callback, { kind: 'answer', status: 429, body: {}, headers }, 2);
		await calls.deferReply(undefined);
		expect(waits).toEqual([1_500, 1_500]);
		expect(handle.acknowledgement?.type).toBe(5);
	});
});

function unknown(status: number, code: number): FaultEffect {
	return { kind: 'answer', status, body: { message: 'No', code } };
}
