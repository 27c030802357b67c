import { accountFailureView, accountView } from '../../../commands/account/account.js';
import { purchaseListView, statsView } from '../../../commands/stats/stats.js';
import { type Account, accountSchema } from '../../../src/marketplace/schemas.js';
import type { Foreign } from '../foreign.js';
import { failuresOf } from '../items/sample-catalog.js';
import { many, now } from '../sample.js';
import { page, type States, variants, variantsOf } from '../state.js';
import { busyReport, reportOf, sampleReport } from './sample-report.js';

const links = { facebook: 'https://facebook.com/miraholt', x: 'https://x.com/miraholt' };

/** The account as the shop might send it, parsed by the product's own schema. */
export function accountOf(foreign: Foreign, socialLinks: Readonly<Record<string, string>> = links): Account {
	const sent = {
		name: { full_name: foreign.text('Mira Holt') },
		username: foreign.text('miraholt'),
		email: foreign.text('private@example.com'),
		balance: foreign.amount(1234.56),
		currency: foreign.text('USD'),
		profile: {
			heading: foreign.text('Themes for people who take pictures'),
			description: foreign.text('Since 2015.'),
			contact: { email: foreign.text('contact@example.com') },
			social_links: Object.fromEntries(
				Object.entries(socialLinks).map(([name, url]) => [name, foreign.address(url)]),
			),
			media: {
				avatar: foreign.address('https://cdn.example.com/mira.png'),
				cover: foreign.address('https://cdn.example.com/cover.png'),
			},
		},
		registered_at: foreign.text('2015-01-09T00:00:00.000Z'),
	};
	return accountSchema.safeParse(sent).data ?? accountSchema.parse({ username: 'x' });
}

export const authorStates: States = (foreign) => {
	const share = { claims: 900, supported: 301 };
	const account = accountOf(foreign);
	const manyLinks = Object.fromEntries(
		many(40, (at) => [`${foreign.text('Site')} ${at}`, `https://site.example/${at}`]),
	);
	const others = [accountOf(foreign, manyLinks), accountSchema.parse({ username: 'x' })];
	const reports = [
		sampleReport(),
		reportOf(30),
		reportOf(90, [
			{
				items: many(100, (at) => ({ id: at, name: foreign.text('Aurora', 100), count: at + 1 })),
				others: 1e9,
				refusals: { invalid: 1e9, taken: 1e9, limited: 1e9, 'not-a-code': 1e9, uncheckable: 1e9 },
				refunds: 7,
			},
			{},
		]),
	];
	const shares = [
		undefined,
		{ claims: 1_000_000, supported: 999_999 },
		{ claims: foreign.count(900), supported: 1 },
	];
	return [
		page('stats', '/stats', statsView, [
			{ report: busyReport(), share, chart: Buffer.from('a picture'), hasList: true },
		]),
		page('stats/none', 'Nobody verified', statsView, [
			{ report: reportOf(30), share: undefined, chart: undefined },
		]),
		page('stats/list', '*Download list*', purchaseListView, [
			{ kind: 'file', content: Buffer.from('a list'), count: 900 },
		]),
		page('stats/list-too-big', 'More purchases than a file may have', purchaseListView, [
			{ kind: 'too-big' },
		]),
		page('stats/list-later', '*Download list* twice in a minute', purchaseListView, [
			{ kind: 'later', retryAt: foreign.moment(now) },
		]),
		page('account', '/account', accountView, [account]),
		page('account/private', '*Show email and balance*', accountView, [account, true]),
		page('account/key', 'The shop refuses the key', accountFailureView, [{ kind: 'bad-key' }]),
		...variants(
			statsView,
			reports.flatMap((report) =>
				shares.flatMap((each) =>
					([undefined, 'later', Buffer.from('a picture')] as const).map((chart) => [
						{ report, share: each, chart, hasList: chart !== 'later' },
					]),
				),
			),
		),
		...variants(purchaseListView, [
			[{ kind: 'file', content: Buffer.from(''), count: 0 }],
			[{ kind: 'file', content: Buffer.from('a list'), count: 1e9 }],
		]),
		...variants(
			accountView,
			others.flatMap((each) => [false, true].map((isWhole) => [each, isWhole] as const)),
		),
		...variantsOf(accountFailureView, failuresOf(foreign)),
	];
};
