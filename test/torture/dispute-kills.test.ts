import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { DisputeRows } from '../../src/moderation/disputes/dispute-rows.js';
import { openStore } from '../../src/storage/open.js';
import {
	askForDecision,
	decideLeave,
	decideMove,
	reopenDispute,
	undoRuling,
	withdrawDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import { chooseSetting, customIdOf, freshCode, giveRole, hasBuyerRole, verify } from '../e2e/acts.js';
import { card, fill, messagesAbout, refused, send } from '../e2e/dispute-acts.js';
import { doomed } from '../e2e/dying-bot.js';
import { openStage, register } from '../e2e/hosted-bot.js';
import { readable } from '../e2e/reading.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const post = 'POST /channels/{channel_id}/messages';
const edit = 'PATCH /channels/{channel_id}/messages/{message_id}';
const takeRole = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

/** A dispute as seen from outside, and as stored. */
interface Seen {
	/** Undefined if there is none. */
	readonly state: string | undefined;
	/** How often the staff's channel has its card, and what that shows. */
	readonly cards: number;
	readonly shows: string | undefined;
	readonly reminders: number;
	/** The direct messages, as they came. */
	readonly holder: readonly string[];
	readonly claimant: readonly string[];
	/** True for each of the two who has the role. */
	readonly roles: readonly [boolean, boolean];
}

const cardLines = [
	'It’s mine',
	'was asked',
	'Moved to',
	'Stays with',
	'Undone by',
	'Withdrawn by',
	'Moved by the holder',
];
const notices: Readonly<Record<string, string>> = {
	'entered the code of your purchase': 'asked',
	'is theirs': 'asked',
	'Noted.': 'asked',
	'cc1:move-now': 'asked',
	'✅ Moved': 'asked',
	'is yours': 'yours',
	'to another account': 'lost',
	'wasn’t moved': 'stays',
};

/** Nothing has happened yet but that the claimant was refused. */
const nothing: Seen = {
	state: undefined,
	cards: 0,
	shows: undefined,
	reminders: 0,
	holder: [],
	claimant: [],
	roles: [true, false],
};
const open: Seen = { ...nothing, state: 'open', cards: 1, shows: 'was asked', holder: ['asked'] };
const kept: Seen = { ...open, shows: 'It’s mine' };
const moved: Seen = {
	...open,
	state: 'moved',
	shows: 'Moved to',
	holder: ['asked', 'lost'],
	claimant: ['yours'],
	roles: [false, true],
};
const movedByOwner: Seen = {
	...open,
	state: 'moved-by-owner',
	shows: 'Moved by the holder',
	claimant: ['yours'],
	roles: [false, true],
};
const left: Seen = { ...open, state: 'left', shows: 'Stays with', claimant: ['stays'] };
const withdrawn: Seen = { ...open, state: 'withdrawn', shows: 'Withdrawn by' };
const undone: Seen = {
	...moved,
	state: 'left',
	shows: 'Undone by',
	holder: ['asked', 'lost', 'yours'],
	claimant: ['yours', 'lost'],
	roles: [true, false],
};
const reopened: Seen = { ...left, state: 'open', shows: 'was asked' };
const reminded: Seen = { ...open, reminders: 1 };

let stage: Stage;
let moderator: Person;
let admin: Person;
let holder: Person;
let claimant: Person;
let code: string;
let reference: string;
let start: APIMessage;

async function seen(): Promise<Seen> {
	const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
	const row = await new DisputeRows(store, systemClock, { memberTag: String })
		.get(reference)
		.finally(() => store.close());
	const about = messagesAbout(stage, reference).map(readable);
	const cards = about.filter((message) => message.includes('Two accounts, one purchase'));
	const noticesTo = (person: Person) =>
		person.directMessages.flatMap((message) => {
			const [, kind] = Object.entries(notices).find(([text]) => readable(message).includes(text)) ?? [];
			// As content it is not finished yet.
			if (kind === undefined) return [];
			return message.content === '' ? [kind] : [`${kind}, unfinished`];
		});
	return {
		state: row?.deciding === undefined ? row?.state : `${row.state}, deciding`,
		cards: cards.length,
		shows: cardLines.find((line) => cards[0]?.includes(line)),
		reminders: about.filter((message) => message.includes('is still undecided')).length,
		holder: noticesTo(holder),
		claimant: noticesTo(claimant),
		roles: [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)],
	};
}

const becomes = (expected: Seen) => expect.poll(seen, { timeout: 20_000 }).toEqual(expected);

const asked = () => holder.directMessage((message) => readable(message).includes('dispute-keep'));
const theCard = () => card(stage, reference, 'Two accounts, one purchase');
const reason = { reason: 'shown the receipt' };

/** Each step: its conditions, a person's act, and the visible result. */
const steps = {
	open: {
		from: async () => {},
		act: () => send(claimant, start, askForDecision.encode(reference), { note: 'mine' }),
		before: nothing,
		after: open,
	},
	keep: {
		from: () => play('open'),
		act: async () => {
			const message = await asked();
			return holder.clickButton(message, customIdOf(message, 'dispute-keep'));
		},
		before: open,
		after: kept,
	},
	'move by the holder': {
		from: async () => {
			await chooseSetting(admin, 'policy-unlinking', 'members-move');
			await play('open');
		},
		act: async () => {
			const message = await holder.directMessage((it) => /cc1:move-(mine|now)/.test(readable(it)));
			const sure = readable(message).includes('cc1:move-now')
				? message
				: await fill(holder, message, customIdOf(message, 'move-mine'), { reference });
			return holder.clickButton(sure, customIdOf(sure, 'move-now'));
		},
		before: open,
		after: movedByOwner,
	},
	withdraw: {
		from: () => play('open'),
		act: async () => {
			// The answer has turned.
			const answer = () => readable(stage.discord.messages.get(start.id).current);
			await expect.poll(answer).toContain('dispute-withdraw');
			return claimant.clickButton(start, withdrawDispute.encode(reference));
		},
		before: open,
		after: withdrawn,
	},
	move: {
		from: () => play('open'),
		act: async () => send(moderator, await theCard(), decideMove.encode(reference), reason),
		before: open,
		after: moved,
	},
	leave: {
		from: () => play('open'),
		act: async () => send(moderator, await theCard(), decideLeave.encode(reference), reason),
		before: open,
		after: left,
	},
	undo: {
		from: () => play('move'),
		act: async () => moderator.clickButton(await theCard(), undoRuling.encode(reference)),
		before: moved,
		after: undone,
	},
	reopen: {
		from: () => play('leave'),
		act: async () => moderator.clickButton(await theCard(), reopenDispute.encode(reference)),
		before: left,
		after: reopened,
	},
} as const;

async function play(step: keyof typeof steps): Promise<void> {
	const { from, act, after } = steps[step];
	await from();
	await act();
	await becomes(after);
}

/** A kill where Discord is asked something, or where a row has been written. */
interface Kill {
	readonly step: keyof typeof steps;
	readonly where: string;
	readonly leaves: 'before' | 'after';
	readonly write?: { readonly key: string; readonly value: string };
	readonly route?: Parameters<Stage['discord']['faults']['add']>[0];
	readonly effect?: 'hang' | 'lose-answer';
}

const kills: readonly Kill[] = [
	...(
		[
			['open', 'it was noted', 'dispute:', '"state":"opening"', 'after'],
			['open', 'it was let in', 'dispute:', '"state":"open"', 'after'],
			['open', 'the question to the holder was noted', 'notice:', '"waiting"', 'after'],
			['open', 'the question to the holder was begun', 'notice:', '"sending"', 'after'],
			['open', 'the question to the holder was sent', 'notice:', '"sent"', 'after'],
			['open', 'the card was noted', 'dispute:', '"card"', 'after'],
			['keep', 'the answer was noted', 'dispute:', '"answer":"theirs"', 'after'],
			['move by the holder', 'the move was announced', 'ref:', '"movedBy"', 'before'],
			['move by the holder', 'the claim had moved', 'claim:', '"what":"transferred"', 'after'],
			['withdraw', 'it was noted', 'dispute:', '"state":"withdrawn"', 'after'],
			['move', 'the decision was announced', 'dispute:', '"deciding"', 'before'],
			['move', 'the claim had moved', 'claim:', '"what":"transferred"', 'after'],
			['move', 'the decision was noted', 'dispute:', '"state":"moved"', 'after'],
			['leave', 'the decision was noted', 'dispute:', '"state":"left"', 'after'],
			['undo', 'it was announced', 'dispute:', '"isUndone":true', 'before'],
			['undo', 'the claim was back', 'claim:', '"what":"undone"', 'after'],
			['undo', 'it was noted', 'dispute:', '"state":"left"', 'after'],
			['reopen', 'it was noted', 'dispute:', '"reopenedAt"', 'after'],
		] as const
	).map(([step, where, key, value, leaves]) => ({
		step,
		where: `once ${where}`,
		leaves,
		write: { key, value },
	})),
	{ step: 'open', where: 'before anything arrives in Discord', leaves: 'after', route: post },
	{
		step: 'open',
		where: 'where Discord’s answer about a message is lost',
		leaves: 'after',
		route: post,
		effect: 'lose-answer',
	},
	{ step: 'open', where: 'where the messages are still content', leaves: 'after', route: edit },
	{ step: 'keep', where: 'where the card is edited', leaves: 'after', route: edit },
	{ step: 'move', where: 'where a role is given', leaves: 'after', route: giveRole },
	{ step: 'move', where: 'where a role is taken', leaves: 'after', route: takeRole },
	{ step: 'move', where: 'where both are told', leaves: 'after', route: post },
	{
		step: 'move',
		where: 'where Discord’s answer about a message is lost',
		leaves: 'after',
		route: post,
		effect: 'lose-answer',
	},
	{ step: 'leave', where: 'where the claimant is told', leaves: 'after', route: post },
	{ step: 'undo', where: 'where a role is given back', leaves: 'after', route: giveRole },
	{ step: 'undo', where: 'where both are told', leaves: 'after', route: post },
	{ step: 'reopen', where: 'where the card is edited', leaves: 'after', route: edit },
];

describe('a bot that is killed in the middle of a dispute', () => {
	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		({ moderator, admin } = stage.people);
		[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		code = freshCode(stage);
	});
	afterEach(() => stage?.close());

	/** The holder has the purchase and its role, and the claimant was refused. */
	async function begin(): Promise<void> {
		await verify(holder, code);
		await expect.poll(() => hasBuyerRole(stage, holder)).toBe(true);
		({ reference, start } = await refused(claimant, code));
	}

	/** Resolves once a request on this route is held back, or has taken effect without an answer. */
	async function held(route: NonNullable<Kill['route']>, effect: NonNullable<Kill['effect']>) {
		const { discord } = stage;
		const reached = discord.events.until(
			(event) =>
				effect === 'hang'
					? event.type === 'request' && event.call.route === route
					: event.type === 'message-created' && event.visibleTo === undefined,
			`Nothing on ${route}`,
		);
		discord.faults.add(route, { kind: effect });
		return { reached };
	}

	it.each(kills.map((kill) => [kill.step, kill.where, kill] as const))(
		'%s: killed %s',
		async (_, __, kill) => {
			const { step, leaves, write, route, effect = 'hang' } = kill;
			const { from, act, before, after } = steps[step];
			const bot = await stage.startProcess(doomed({ ...(write && { afterWrite: write }) }));
			await begin();
			await from();
			if (route === undefined) await act();
			else {
				const { reached } = await held(route, effect);
				await act();
				await reached;
				await bot.kill();
				stage.discord.faults.clear();
			}
			expect((await bot.exited).signal).toBe('SIGKILL');

			// A minute later, begun work is not taken for that of a running process.
			const next = await stage.startProcess(doomed({ aheadMs: minute }));
			if (leaves === 'before') {
				await becomes(before);
				await act();
			}
			await becomes(after);
			// Nothing more is on its way.
			await next.stop();
			expect(await seen()).toEqual(after);
		},
	);

	it.each(['hang', 'lose-answer'] as const)(
		'the reminder after three days comes once (%s)',
		async (effect) => {
			const first = await stage.startBot();
			await begin();
			await play('open');
			await first.stop();
			const { reached } = await held(post, effect);
			const bot = await stage.startProcess(doomed({ aheadMs: 3 * day }));
			await reached;
			expect((await bot.kill()).signal).toBe('SIGKILL');
			stage.discord.faults.clear();
			for (const aheadMs of [3 * day + minute, 4 * day]) {
				const next = await stage.startProcess(doomed({ aheadMs }));
				await becomes(reminded);
				await next.stop();
				expect(await seen()).toEqual(reminded);
			}
		},
	);
});
