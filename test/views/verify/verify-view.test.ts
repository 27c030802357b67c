import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import {
	type VerifyRefusal,
	verifyRefusalView,
	whereIsMyCodeView,
} from '../../../src/views/verify/verify-refusal-view.js';
import { type RolesShown, type VerifiedAnswer, verifiedView } from '../../../src/views/verify/verify-view.js';
import { everyVerifyRefusal } from '../../states/verify/verify-states.js';
import { shownText } from '../shown.js';
import { allLinks, noLinks, placeWith, verifiedAnswer } from '../verify-answers.js';

const t = translatorFor('en-US');
const now = 1_700_000_000_000;
const [buyer, aurora] = verifiedAnswer.roleIds;

const verified = (changes: Partial<VerifiedAnswer> = {}, links = noLinks): MessageView =>
	verifiedView(t, { ...verifiedAnswer, ...changes }, { place: placeWith(links), now });
const refused = (refusal: VerifyRefusal, links = noLinks): MessageView =>
	verifyRefusalView(t, refusal, { place: placeWith(links), reference: 'KQT-WDR' });
const accentOf = (view: MessageView) => JSON.stringify(view).match(/"accent_color":(\d+)/)?.[1];
const labels = (view: MessageView) =>
	[...JSON.stringify(view).matchAll(/"label":"([^"]+)"/g)].map(([, label]) => label);

describe('the answer to a buyer', () => {
	it('says what they have now, what it is, and where to go with it', () => {
		const view = verified({ claim: { ...verifiedAnswer.claim, supportedUntil: now + 1 } }, allLinks);
		expect(shownText(view).split('\n')).toEqual([
			'### ✅ Purchase verified',
			'**Aurora**',
			`You now have <@&${buyer}> and <@&${aurora}>.`,
			'⏳ Support ends soon: <t:1700000000:D> (<t:1700000000:R>)',
			'-# Regular license · code\u00a0••••3a8c',
		]);
		expect(labels(view)).toEqual([
			'Open #support-for-everything',
			'Renew support',
			'Show item',
			'Show my purchases',
		]);
		expect(accentOf(view)).toBe(String(0x2e_a0_43));
	});

	it('has only the links that are set, and a way to more support once it has ended', () => {
		expect(labels(verified({}, noLinks))).toEqual(['Show item', 'Show my purchases']);
		const ended = verified({ claim: { ...verifiedAnswer.claim, supportedUntil: now - 1 } }, allLinks);
		expect(labels(ended)).toContain('Renew support');
		expect(shownText(ended)).toContain('Support ended <t:1699999999:R>');
		const without = verified({ claim: { ...verifiedAnswer.claim, supportedUntil: undefined } }, allLinks);
		expect(shownText(without)).toContain('No support');
		expect(labels(without)).not.toContain('Renew support');
	});

	it('drops an address that leads elsewhere than it reads', () => {
		const claim = { ...verifiedAnswer.claim, supportedUntil: now - 1 };
		const view = JSON.stringify(
			verified({ claim }, { ...allLinks, renewUrl: 'https://discord.com@evil.example' }),
		);
		expect(view).not.toContain('evil.example');
	});

	it('shows a member who verifies again since when it is theirs', () => {
		const text = shownText(verified({ returning: true, claim: { ...verifiedAnswer.claim, claimedAt: now } }));
		expect(text).toContain('✅ Already verified');
		expect(text).toContain('**Aurora**\nLinked to your account <t:1700000000:R>.');
		expect(text).toContain(`You have <@&${buyer}>`);
	});

	it('shows a member who has renewed support until when it lasts, once', () => {
		const claim = { ...verifiedAnswer.claim, supportedUntil: now + 1 };
		const text = shownText(verified({ returning: true, renewed: true, claim }));
		expect(text).toContain('✅ Support renewed');
		expect(text).toContain('⏳ Support ends soon: <t:1700000000:D> (<t:1700000000:R>)');
		expect(text.match(/<t:1700000000:D>/g)).toHaveLength(1);
		expect(text).toContain('You now have');
	});

	it.each<[RolesShown, string]>([
		[{ state: 'waiting' }, `⏳ <@&${buyer}> and <@&${aurora}> on the way. I’ll update this message.`],
		[{ state: 'late' }, `⏳ <@&${buyer}> and <@&${aurora}> on the way. You don’t need to wait here.`],
		[
			{ state: 'blocked', held: [], withheld: [buyer] },
			`⚠️ You’ll get <@&${buyer}> and <@&${aurora}> as soon as staff`,
		],
		[{ state: 'unchosen' }, '⚠️ You’ll get your role as soon as staff choose one for buyers.'],
		[{ state: 'member-left' }, '⚠️ You’re no longer in this server.'],
		[{ state: 'member-pending' }, '⚠️ Accept this server’s rules first.'],
	])('names the roles that are not there yet, and is amber: %j', (roles, line) => {
		const view = verified({ roles });
		expect(shownText(view)).toContain(line);
		expect(shownText(view)).not.toContain('You now have');
		expect(accentOf(view)).toBe(String(0xd2_99_22));
	});

	it('distinguishes the roles that came from those that are withheld', () => {
		const view = verified({ roles: { state: 'granted', held: [buyer], withheld: [aurora] } });
		expect(shownText(view)).toContain(`You now have <@&${buyer}>.\n⚠️ You’ll get <@&${aurora}> as soon as`);
		expect(accentOf(view)).toBe(String(0xd2_99_22));
	});

	it('says which seat it is where there are several', () => {
		expect(shownText(verified({ seat: { number: 2, seats: 5 } }))).toContain('-# Seat 2 of 5');
	});

	it('shows the marketplace’s words as words, not as links or mentions', () => {
		const name = '[free](https://evil.example) **bold** <@123456789012345678> @everyone';
		const claim = { ...verifiedAnswer.claim, item: { id: 7, name }, licenseType: '`x` <@&1>' };
		const view = verified({ claim });
		expect(shownText(view)).not.toMatch(/[^\\]\[free|[^\\]<@\d|[^\\]<@&1>/);
		expect(view.allowedMentions).toEqual({ parse: [] });
	});
});

describe('a refusal', () => {
	it.each(everyVerifyRefusal(now).map((refusal) => [JSON.stringify(refusal), refusal] as const))(
		'has a next step, unless the bot takes it: %s',
		(_, refusal) => {
			const view = refused(refusal, allLinks);
			expect(labels(view).length > 0 || refusal.kind === 'waiting').toBe(true);
			expect(JSON.stringify(view)).not.toMatch(/sorry|please|<@/i);
		},
	);

	it('names what was pasted, and that it was no try', () => {
		const view = refused({ kind: 'not-a-code', mistake: { kind: 'missing', count: 1 } });
		expect(shownText(view)).toBe(
			'**✏️ 1 character missing**\nCopy the whole code again.\n-# This didn’t count as a try.',
		);
		expect(shownText(refused({ kind: 'not-a-code', mistake: { kind: 'email' } }))).toContain(
			'✏️ That’s an email address',
		);
		expect(labels(view)).toEqual(['Try again', 'Where is my code?']);
	});

	it('counts tries down from three, and says until when there is a pause', () => {
		const small = (left: number, retryAt?: number) =>
			shownText(refused({ kind: 'invalid', tries: { left, ...(retryAt !== undefined && { retryAt }) } }))
				.split('\n')
				.at(-1);
		expect(small(4)).toBe('-# Reference KQT-WDR');
		expect(small(3)).toBe('-# 3 tries left before a short wait · KQT-WDR');
		expect(small(1)).toBe('-# 1 try left before a short wait · KQT-WDR');
		expect(small(0, now + 1)).toBe('-# Try again <t:1700000001:R> · KQT-WDR');
	});

	it('says once what to do with a purchase from another shop, with the reference for staff', () => {
		const first = { kind: 'invalid', tries: { left: 4 }, isFirst: true } as const;
		expect(shownText(refused(first)).split('\n').slice(1)).toEqual([
			'Copy the whole code from your receipt again. Codes stop working after a refund.',
			'Bought in another shop? Ask staff, and give them **KQT-WDR**.',
		]);
		expect(labels(refused(first, allLinks))).toEqual(['Try again', 'Where is my code?', 'Ask staff']);
		const last = shownText(refused({ ...first, tries: { left: 0, retryAt: now + 1 } }));
		expect(last.split('\n').at(-1)).toBe('-# Try again <t:1700000001:R>');
		expect(shownText(refused({ kind: 'invalid', tries: { left: 3 } }))).not.toContain('another shop');
	});

	it('names no holder of a code in use, and warns against showing the code', () => {
		const view = refused({ kind: 'taken', mayMove: true, tries: { left: 4 } });
		const text = shownText(view);
		expect(text).toContain('It’s linked to another account.');
		expect(labels(view)).toEqual(['This is my purchase', 'Verify another']);
		expect(text).toContain('-# Reference KQT-WDR. Never share your code with anyone.');
		expect(shownText(refused({ kind: 'taken', seats: 5, mayMove: true, tries: { left: 2 } }))).toContain(
			'All 5 seats are taken.',
		);
	});

	it('opens the form for staff from a code in use, where members may not move purchases themselves', () => {
		const button = (mayMove: boolean) =>
			/cc1:dispute-[^"]+/.exec(JSON.stringify(refused({ kind: 'taken', mayMove, tries: { left: 4 } })))?.[0];
		expect([true, false].map(button)).toEqual(['cc1:dispute-open:KQT-WDR', 'cc1:dispute-ask:KQT-WDR']);
	});

	it('calls nothing wrong that could not be checked', () => {
		for (const refusal of [
			{ kind: 'waiting', nextTryAt: now },
			{ kind: 'gave-up' },
			{ kind: 'key-refused' },
			{ kind: 'refused' },
		] as const)
			expect(shownText(refused(refusal))).not.toMatch(/doesn’t know|wrong|invalid/i);
		expect(shownText(refused({ kind: 'waiting', nextTryAt: now + 1 }))).toContain(
			'-# Next try <t:1700000001:R>',
		);
	});

	it('blames no member who only sent many codes', () => {
		for (const because of ['many-codes', 'still-checking'] as const)
			expect(shownText(refused({ kind: 'limited', because, retryAt: now }))).not.toMatch(
				/didn’t work|wrong/i,
			);
	});

	it('opens the help channel, or says whom to ask where there is none', () => {
		expect(labels(refused({ kind: 'key-refused' }, allLinks))).toContain('Ask staff');
		expect(shownText(refused({ kind: 'key-refused' }, noLinks))).toContain('Ask this server’s staff.');
	});
});

describe('the answer to where a code is', () => {
	it('has the server’s own example where there is one', () => {
		expect(labels(whereIsMyCodeView(t, placeWith(allLinks)))).toEqual(['Verify purchase', 'View example']);
		expect(labels(whereIsMyCodeView(t, placeWith(noLinks)))).toEqual(['Verify purchase']);
		expect(shownText(whereIsMyCodeView(t, placeWith(noLinks)))).toContain(
			'`xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`',
		);
	});
});
