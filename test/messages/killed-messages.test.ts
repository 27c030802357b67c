import { describe, expect, it } from 'vitest';
import type { Notice } from '../../src/notifications/notice.js';
import { Notices } from '../../src/notifications/notices.js';
import { Doom, PostOffice } from './post-office.js';

const guildId = '100000000000000001';
const userId = '200000000000000001';
const minute = 60_000;

type Parts = ReturnType<PostOffice['process']>;

interface Kind {
	readonly name: string;
	readonly hasFirstLine?: boolean;
	/** A process that has something to say. Never ends if it is killed. */
	live(parts: Parts, office: PostOffice): Promise<void>;
	/** The process after it. */
	resume(parts: Parts, office: PostOffice): Promise<void>;
	/** What is shown in the end. */
	readonly shown: readonly string[];
}

const notice: Notice = { kind: 'lost', how: 'moved', purchase: { name: 'Aurora', ending: '3a8c' } };
async function notify(parts: Parts, office: PostOffice): Promise<void> {
	const notices = new Notices({ ...parts, served: { serves: () => true } });
	notices.start();
	await notices.notify(userId, guildId, notice, 'a');
	await office.quiet();
	await notices.stop();
}

const kinds: readonly Kind[] = [
	{
		name: 'a notice',
		hasFirstLine: true,
		live: notify,
		resume: notify,
		shown: [`${userId}: ${JSON.stringify({ kind: 'notice', notice })}`],
	},
];

/** A short time, and one after which Discord no longer recognizes a nonce. */
const pauses = [0, 20 * minute];

describe.each(kinds)('$name', ({ live, resume, shown, hasFirstLine = false }) => {
	const open = (): PostOffice => Object.assign(new PostOffice(), { hasFirstLine });

	it.each(pauses)(
		'is shown once, wherever a process is killed and however late the next one starts: %s ms',
		async (pause) => {
			for (let [left, isKilled] = [1, true]; isKilled; left += 1) {
				const [office, doom] = [open(), new Doom(left)];
				void live(office.process(doom), office);
				await office.quiet();
				isKilled = doom.isDead;
				doom.left = 0;
				office.now += pause;
				await resume(office.process(), office);
				expect({ left, shown: office.shown, warned: office.warned }).toEqual({ left, shown, warned: [] });
			}
		},
	);

	it('is shown once by two processes together', async () => {
		const office = open();
		await Promise.all([live(office.process(), office), live(office.process(), office)]);
		expect(office.shown).toEqual(shown);
	});

	it('is shown once if a request arrives after another process has looked for it', async () => {
		const office = open();
		let arrive = (): void => {};
		office.onRequest = async (what) => {
			if (what !== 'send') return undefined;
			office.onRequest = async () => undefined;
			await new Promise<void>((resolve) => {
				arrive = resolve;
			});
			return undefined;
		};
		const late = live(office.process(), office);
		await office.quiet();
		await resume(office.process(), office);
		arrive();
		await late;
		expect(office.log.filter((it) => it === 'send')).toHaveLength(2);
		expect(office.shown).toEqual(shown);
	});

	it('is shown once if the answer to a request was lost', async () => {
		for (let lost = 1; lost <= 3; lost += 1) {
			const office = open();
			const parts = office.process();
			let left = lost;
			const loseAnswer =
				<Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
				async (...args: Args): Promise<Answer> => {
					const answer = await call(...args);
					left -= 1;
					if (left === 0) throw new Error('The answer is lost');
					return answer;
				};
			const { find, send, edit } = parts.mailbox;
			Object.assign(parts.mailbox, {
				find: loseAnswer(find),
				send: loseAnswer(send),
				edit: loseAnswer(edit),
			});
			await live(parts, office);
			office.now += 20 * minute;
			await resume(office.process(), office);
			expect({ lost, shown: office.shown }).toEqual({ lost, shown });
		}
	});
});
