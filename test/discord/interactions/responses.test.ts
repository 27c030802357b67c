import type { FaultEffect } from '@claimcheck/local-discord';
import { DiscordAPIError, HTTPError, MessageFlags } from 'discord.js';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { noMeasures } from '../../../src/base/measures.js';
import type { GatheredLines } from '../../../src/base/time/log-lines.js';
import { AnsweredElsewhere, type Calling, Responses } from '../../../src/discord/interactions/responses.js';
import { contentView, ephemeral } from '../../../src/ui/message.js';
import { textView } from '../../ui/text-view.js';
import { floor } from '../../world/floor.js';
import { apiError, pinged } from '../pinged.js';

const callback = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** Responses over `calling`, with counts of lost and undelivered ones. */
function responsesOver(calling: Calling, interaction: ConstructorParameters<typeof Responses>[1]) {
	const noted = { lost: 0, undelivered: 0 };
	const note = (what: keyof typeof noted) => () => {
		noted[what] += 1;
	};
	const responses = new Responses(
		{
			...calling,
			name: '/verify',
			logger: pino({ level: 'silent' }),
			failures: floor<GatheredLines>({ note: note('undelivered') }),
			metrics: { ...noMeasures, interactions: { inc: note('lost') } },
		},
		interaction,
	);
	return { responses, noted };
}

/** Responses to a member's `/ping`, and the statuses that Discord returned; negative with the bot token. */
async function asked() {
	const statuses: number[] = [];
	const note = (status: number, isAuthorized: boolean) => void statuses.push(isAuthorized ? -status : status);
	const { calling, interaction, ...member } = await pinged({ refusedRequests: { note } });
	const again = () => responsesOver(calling, interaction).responses;
	return { ...member, ...responsesOver(calling, interaction), again, statuses };
}

/** A 429 as Discord sends it. */
function limited(retryAfter: number, scope: string): FaultEffect {
	const headers = { via: '1.1 google', 'retry-after': '2', 'x-ratelimit-scope': scope };
	return { kind: 'answer', status: 429, body: { message: 'No', retry_after: retryAfter }, headers };
}

describe('the responses to an interaction', () => {
	it('defer, edit and follow up with the flags that each needs', async () => {
		const { responses, handle } = await asked();
		await responses.defer('reply');
		await responses.show('reply', textView('Here'));
		await responses.followUp(ephemeral(textView('And there')));
		expect(handle.acknowledgement).toMatchObject({ type: 5, isEphemeral: true });
		expect(handle.original?.flags).toBe(MessageFlags.Ephemeral | MessageFlags.IsComponentsV2);
		expect(JSON.stringify(handle.followUps)).toContain('And there');
	});

	it('are silent in a process that was beaten by another one, and carry no bot token', async () => {
		const { responses, again, statuses } = await asked();
		await responses.defer('reply');
		await expect(again().defer('reply')).rejects.toThrow(AnsweredElsewhere);
		expect(statuses).toEqual([204, 400]);
	});

	it('are given up once Discord would no longer accept them: an acknowledgement after 3 s', async () => {
		const { discord, responses, noted, statuses } = await asked();
		discord.faults.add(callback, limited(0.8, 'user'));
		await responses.defer('reply');
		expect([noted.lost, statuses]).toEqual([1, [429, 429, 429, 429]]);
	});

	it('count those seconds from the receipt of the interaction, for every retry', async () => {
		const { responses, noted, clock, statuses } = await asked();
		clock.now += 3_000;
		await responses.defer('reply');
		expect([noted.lost, statuses]).toEqual([1, []]);
	});

	it('are given up only when the token expires: an edit after 15 minutes, however rarely Discord lets it try', async () => {
		const { discord, responses, noted, clock, statuses } = await asked();
		await responses.defer('reply');
		discord.faults.add('*', limited(200, 'user'));
		await responses.show('reply', textView('Here'));
		expect([noted.lost, statuses]).toEqual([1, [204, 429, 429, 429, 429, 429]]);
		expect(clock.now).toBeLessThan(15 * 60_000);
	});
});

const serverError = new HTTPError(502, 'Bad Gateway', 'POST', 'https://discord.example', {});
const droppedSocket = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** Responses whose requests have these results in turn; undefined is a success, and so are all later ones. */
function answering(...results: (Error | undefined)[]) {
	const sent: string[] = [];
	const queueRequest = async ({ method }: { method: string }) => {
		sent.push(method);
		const result = results[sent.length - 1];
		if (result !== undefined) throw result;
	};
	const calling = floor<Calling>({
		rest: { queueRequest } as never,
		queue: { send: <T>(_kind: unknown, _until: unknown, send: () => Promise<T>) => send() },
		clock: { now: () => 0, delay: async () => {} },
	});
	const interaction = { id: '1', token: 't', applicationId: '2', locale: 'en-US' };
	return { ...responsesOver(calling, interaction), sent };
}

describe('the first response', () => {
	it('lets the work continue if Discord no longer knows the interaction, and sends nothing more', async () => {
		const { responses, noted, sent } = answering(apiError(10_062, 404));
		await responses.defer('reply');
		await responses.show('reply', textView('Here'));
		await responses.fail(textView('Or there'));
		expect([noted.lost, sent]).toEqual([1, ['POST']]);
	});

	it.each([
		['after a 5xx', [serverError]],
		['after a dropped connection', [droppedSocket]],
		['and counts as given if the second try finds it given', [droppedSocket, apiError(40_060, 400)]],
	])('is sent again %s', async (_, results) => {
		const { responses, sent } = answering(...results);
		await responses.defer('reply');
		await responses.fail(textView('An error'));
		expect(sent).toEqual(['POST', 'POST', 'PATCH']);
	});

	it('fails without a retry for a mistake of our own, and the member sees an error', async () => {
		const { responses, sent } = answering(apiError(50_035, 400));
		await expect(responses.defer('reply')).rejects.toThrow(DiscordAPIError);
		await responses.fail(textView('An error'));
		expect(sent).toEqual(['POST', 'POST']);
	});
});

describe('a later response', () => {
	const [patch, post] = ['PATCH', 'POST'];
	const down = [serverError, serverError, serverError, serverError];

	it.each([
		['an edit is repeated until Discord takes it', [serverError, droppedSocket], [patch, patch, patch], 0],
		['the operator is notified if nothing arrives', down, [patch, patch, patch, patch], 1],
	])('%s', async (_, results, requests, undelivered) => {
		const { responses, noted, sent } = answering(undefined, ...results);
		await responses.defer('reply');
		await responses.show('reply', textView('Here'));
		expect([sent.slice(1), noted.undelivered]).toEqual([requests, undelivered]);
	});

	it('is sent only once if everyone would see a repetition', async () => {
		const { responses, sent } = answering(droppedSocket);
		await responses.followUp(contentView('All'));
		expect(sent).toEqual([post]);
	});

	it.each([10_008, 10_015, 50_027])(
		'is given up quietly if it can no longer be changed (%i)',
		async (code) => {
			const { responses, noted } = answering(undefined, apiError(code, 404));
			await responses.defer('reply');
			await responses.show('reply', textView('Here'));
			expect(noted).toEqual({ lost: 1, undelivered: 0 });
		},
	);
});
