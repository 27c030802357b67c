import { DiscordAPIError, HTTPError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { AnsweredElsewhere, ReliableAnswers } from '../../../src/discord/interactions/reliable-answers.js';
import { noMetrics } from '../../../src/operations/no-metrics.js';

function apiError(code: number, status = 404): DiscordAPIError {
	return new DiscordAPIError({ code, message: 'no' }, code, status, 'POST', 'https://discord.example', {
		body: undefined,
		files: undefined,
	});
}

const serverError = new HTTPError(502, 'Bad Gateway', 'POST', 'https://discord.example', {});
const droppedSocket = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

function setUp() {
	const lost: unknown[] = [];
	let undelivered = 0;
	const answers = new ReliableAnswers({
		name: '/verify',
		logger: {
			debug: (fields: object) => {
				if ('code' in fields) lost.push(fields.code);
			},
			warn: () => {},
			error: () => {},
		},
		failures: {
			note: () => {
				undelivered += 1;
			},
		},
		metrics: noMetrics,
		clock: { delay: async () => {} },
	});
	return { answers, lost, undelivered: () => undelivered };
}

/** Sends that give these results one after the other; undefined is a success. */
function sends(...results: (Error | undefined)[]) {
	let calls = 0;
	return {
		send: async () => {
			const result = results[calls];
			calls += 1;
			if (result !== undefined) throw result;
		},
		calls: () => calls,
	};
}

describe('the first answer to an interaction', () => {
	it('is silent for the process that another one was faster than', async () => {
		const { answers } = setUp();
		await expect(answers.first(sends(apiError(40_060, 400)).send)).rejects.toThrow(AnsweredElsewhere);
	});

	it('lets the work go on when Discord no longer knows the interaction, and sends nothing more', async () => {
		const { answers, lost } = setUp();
		await answers.first(sends(apiError(10_062)).send);
		const edit = sends(undefined);
		await answers.later(edit.send, true);
		expect(lost).toEqual([10_062]);
		expect(edit.calls()).toBe(0);
	});

	it.each([
		['a 5xx', serverError],
		['a dropped connection', droppedSocket],
	])('is sent once more after %s', async (_, error) => {
		const { answers } = setUp();
		const first = sends(error, undefined);
		await answers.first(first.send);
		expect(first.calls()).toBe(2);
		expect(answers.acknowledged).toBe(true);
	});

	it('counts as given when the response to it was lost and the second try finds it given', async () => {
		const { answers } = setUp();
		await answers.first(sends(droppedSocket, apiError(40_060, 400)).send);
		expect(answers.acknowledged).toBe(true);
		expect(answers.lost).toBe(false);
	});

	it('fails for a mistake of our own, which repeating would not mend', async () => {
		const { answers } = setUp();
		const first = sends(apiError(50_035, 400));
		await expect(answers.first(first.send)).rejects.toThrow(DiscordAPIError);
		expect(first.calls()).toBe(1);
	});
});

describe('a later answer', () => {
	it('is repeated until Discord takes it', async () => {
		const { answers } = setUp();
		const edit = sends(serverError, droppedSocket, undefined);
		await answers.later(edit.send, true);
		expect(edit.calls()).toBe(3);
	});

	it('comes as a follow-up if no edit succeeds, so that the member doesn’t wait forever', async () => {
		const { answers, undelivered } = setUp();
		const edit = sends(serverError, serverError, serverError, serverError);
		const followUp = sends(undefined);
		await answers.later(edit.send, true, followUp.send);
		expect([edit.calls(), followUp.calls(), undelivered()]).toEqual([4, 1, 0]);
	});

	it('is reported to the operator if nothing can be delivered', async () => {
		const { answers, undelivered } = setUp();
		const edit = sends(serverError, serverError, serverError, serverError);
		await answers.later(edit.send, true, sends(serverError).send);
		expect(undelivered()).toBe(1);
	});

	it('is sent once where a repetition would be seen twice', async () => {
		const { answers } = setUp();
		const followUp = sends(droppedSocket);
		await answers.later(followUp.send, false);
		expect(followUp.calls()).toBe(1);
	});

	it.each([10_008, 10_015, 50_027])(
		'gives up quietly when it can no longer be changed (%i)',
		async (code) => {
			const { answers, lost } = setUp();
			await answers.later(sends(apiError(code)).send, true);
			expect(lost).toEqual([code]);
		},
	);
});
