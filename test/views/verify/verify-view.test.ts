import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { type VerifyRefusal, verifyRefusalView } from '../../../src/views/verify/verify-refusal-view.js';
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

	it('says which seat it is where there are several', () => {
		expect(shownText(verified({ seat: { number: 2, seats: 5 } }))).toContain('-# Seat 2 of 5');
	});

	it('distinguishes the roles that came from those that are withheld', () => {
		const view = verified({ roles: { state: 'granted', held: [buyer], withheld: [aurora] } });
		expect(shownText(view)).toContain(`You now have <@&${buyer}>.\n⚠️ You’ll get <@&${aurora}> as soon as`);
		expect(accentOf(view)).toBe(String(0xd2_99_22));
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

	it('opens the help channel, or says whom to ask where there is none', () => {
		expect(labels(refused({ kind: 'key-refused' }, allLinks))).toContain('Ask staff');
		expect(shownText(refused({ kind: 'key-refused' }, noLinks))).toContain('Ask this server’s staff.');
	});
});
