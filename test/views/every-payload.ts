import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import fc from 'fast-check';
import type { Translator } from '../../src/i18n/translator.js';
import { createItemBrowser, itemOrders } from '../../src/marketplace/item-browser.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import type { Notice } from '../../src/notifications/notice.js';
import { auditView } from '../../src/views/channels/audit-view.js';
import { noticeContent, noticeView } from '../../src/views/channels/notice-view.js';
import {
	mayNotPostView,
	panelOutcomeView,
	panelView,
	panelWords,
	wordsModal,
} from '../../src/views/channels/panel-view.js';
import { type ItemsState, typedSearch, wholeList } from '../../src/views/custom-ids/item-list-ids.js';
import { errorView } from '../../src/views/interactions/error-view.js';
import {
	administratorsOnlyView,
	guildOnlyView,
	homeOnlyView,
	homeStaffOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	otherGuildView,
	outdatedComponentView,
	policyOfHomeView,
	startingView,
	unknownCommandView,
} from '../../src/views/interactions/refusal-view.js';
import { staleFormView } from '../../src/views/interactions/stale-form-view.js';
import {
	didYouMeanView,
	itemFailureView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../src/views/items/item-lookup-view.js';
import {
	mayNotShareView,
	sharedAlreadyView,
	sharedView,
	staffShareView,
} from '../../src/views/items/item-share-view.js';
import { itemButton, itemView, listedItemView, sharedItemView } from '../../src/views/items/item-view.js';
import { goToPageModal, searchModal } from '../../src/views/items/items-modals.js';
import { itemsView } from '../../src/views/items/items-view.js';
import { screenshotsView } from '../../src/views/items/screenshots-view.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
} from '../../src/views/management/account-view.js';
import { doctorView, wholeDoctorView } from '../../src/views/management/doctor-view.js';
import { licenceIsCodeView, unknownCategoryView } from '../../src/views/management/setup-rules-view.js';
import { statsView } from '../../src/views/management/stats-view.js';
import {
	dataDeletedView,
	dataExportView,
	deleteDataView,
	exportLaterView,
	privacyView,
} from '../../src/views/purchases/privacy-view.js';
import { purchaseView } from '../../src/views/purchases/purchase-view.js';
import { ownPurchasesView } from '../../src/views/purchases/purchases-view.js';
import { unlinkedView, unlinkQuestionView } from '../../src/views/purchases/unlink-view.js';
import { codeForm } from '../../src/views/verify/code-form.js';
import { verifyRefusalView, whereIsMyCodeView } from '../../src/views/verify/verify-refusal-view.js';
import { verifiedView } from '../../src/views/verify/verify-view.js';
import { everyAuditEvent } from './audit-events.js';
import { everyDispute, everyDisputeModal } from './every-dispute.js';
import { allFindings } from './findings.js';
import {
	barePlace,
	everyOwnPurchase,
	everyStanding,
	linkedPlace,
	ownPurchase,
	ownPurchases,
} from './sample-own.js';
import { everyPanel, everyPanelFacts, everyPanelOutcome, panelPlace } from './sample-panels.js';
import { personalData } from './sample-purchases.js';
import { sampleReport } from './sample-report.js';
import { hostileAccount, hostileItem, hostileText, sampleItem, withScreenshots } from './samples.js';
import { setupForms, setupPages } from './setup-views.js';
import { allLinks, everyVerifiedAnswer, everyVerifyRefusal, noLinks, placeWith } from './verify-answers.js';

/** What a shop may call anything, if it wishes its buyers ill. */
const evilText = '@everyone [a](https://b.example) <@1> \u202e ||spoiler|| <t:0>\n# heading';

const seed = 20_260_101;
const items = [
	sampleItem({ id: Number.MAX_SAFE_INTEGER, name: '' }),
	sampleItem({
		name: evilText,
		description: evilText,
		category: evilText,
		subCategory: evilText,
		version: evilText,
		currency: evilText,
		options: [evilText],
		tags: [evilText],
	}),
	...fc.sample(hostileItem, { seed, numRuns: 15 }),
];
const accounts = fc.sample(hostileAccount, { seed, numRuns: 10 });
const texts = [
	'{evil} # <b>',
	'@everyone مرحبا',
	'\u202e',
	evilText,
	'**'.repeat(1_500),
	'W'.repeat(3_000),
	...fc.sample(hostileText, { seed, numRuns: 3 }),
];
const now = Date.UTC(2026, 0, 1);
const userId = '200000000000000001';
const reference = '900000000000000001';
const failures: readonly MarketplaceFailure[] = [
	{ kind: 'invalid-code' },
	{ kind: 'item-not-found' },
	{ kind: 'no-items' },
	{ kind: 'bad-key' },
	{ kind: 'rate-limited', retryAt: now },
	{ kind: 'unavailable', reason: 'reset' },
	{ kind: 'malformed', reason: 'items' },
];
const fixedTexts = [
	administratorsOnlyView,
	homeOnlyView,
	guildOnlyView,
	homeStaffOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	policyOfHomeView,
	otherGuildView,
	outdatedComponentView,
	startingView,
	unknownCommandView,
	noSuchItemView,
	searchIsCodeView,
	licenceIsCodeView,
	unknownCategoryView,
	(t: Translator) => namesStillLoadingView(t),
];

const lists: readonly ItemsState[] = [
	wholeList,
	...itemOrders.map((order) => ({ ...wholeList, order, page: 2 })),
	...texts.flatMap((text): ItemsState[] => {
		const typed = typedSearch(text);
		return typed.kind === 'text' ? [{ ...wholeList, search: typed.text, category: 'rest' }] : [];
	}),
];

function pagesOfItems(t: Translator): MessageView[] {
	const full = createItemBrowser({ items, matching: () => undefined });
	const empty = createItemBrowser({ items: [], matching: () => undefined });
	return [
		...lists.map((wanted) =>
			itemsView(t, { found: full.browse(wanted), state: 'ready', isSearchCut: true }, wanted),
		),
		...(['loading', 'ready', 'empty', 'stale'] as const).map((state) =>
			itemsView(t, { found: empty.browse(wholeList), state }, wholeList),
		),
	];
}

export function everyNotice(text: string): Notice[] {
	const purchase = { name: text.slice(0, 300), ending: '3a8c' };
	return [
		...[true, false].map((mayMove): Notice => ({ kind: 'asked', reference: 'KQT-WDR', purchase, mayMove })),
		{ kind: 'yours', purchase, roles: [] },
		{ kind: 'yours', purchase, roles: Array.from({ length: 25 }, () => text.slice(0, 100)) },
		{ kind: 'stays', purchase },
		{ kind: 'free', purchase },
		...(['moved', 'unlinked', 'revoked'] as const).map((how): Notice => ({ kind: 'lost', how, purchase })),
	];
}

/** What each kind of view makes of the worst that can come its way, by the view's name. */
export const everyMessage: Readonly<Record<string, (t: Translator) => readonly MessageView[]>> = {
	fixed: (t) => fixedTexts.map((view) => view(t)),
	error: (t) =>
		['CONFIG', 'STORE_UNAVAILABLE', 'STORE_CORRUPT', 'UNEXPECTED'].map((code) =>
			errorView(t, code, reference),
		),
	item: (t) =>
		items.flatMap((item) => [
			itemView(t, { item, own: { supportedUntil: now }, from: wholeList, now }),
			itemView(t, { item, now }, t('refusal.wasOutdated')),
			listedItemView(t, { item, from: wholeList, now }, t('item.shopDown')),
			sharedItemView(t, { item }, userId),
		]),
	share: (t) => {
		const back = itemButton(t, Number.MAX_SAFE_INTEGER, wholeList);
		return [
			sharedView(t, userId, back),
			mayNotShareView(t, back),
			staffShareView(t, back),
			sharedAlreadyView(t, now, back),
		];
	},
	screenshots: (t) =>
		[...items, withScreenshots(1), withScreenshots(45)].flatMap((item) =>
			[0, 4].map((page) => screenshotsView(t, item, page)),
		),
	items: pagesOfItems,
	lookup: (t) => [
		...failures.map((failure) => itemFailureView(t, failure, Number.MAX_SAFE_INTEGER)),
		didYouMeanView(t, items.slice(0, 5)),
	],
	account: (t) => [
		...accounts.flatMap((account) => [accountView(t, account), accountPrivateView(t, account)]),
		...failures.map((failure) => accountFailureView(t, failure)),
	],
	verify: (t) =>
		[placeWith(allLinks), placeWith(noLinks)].flatMap((place) => [
			...texts.flatMap((text) =>
				everyVerifiedAnswer(text, now).map((it) => verifiedView(t, it, { now, place })),
			),
			...everyVerifyRefusal(now).map((it) => verifyRefusalView(t, it, { place, reference: 'KQT-WDR' })),
			whereIsMyCodeView(t, place),
		]),
	dispute: (t) => texts.flatMap((text) => everyDispute(t, text)),
	notice: (t) =>
		texts.flatMap((text) =>
			everyNotice(text).flatMap((notice) =>
				[{ items: {} }, { items: {}, helpChannelId: userId }].flatMap((links) => {
					const place = { guildId: userId, serverName: text, links };
					return [
						noticeContent(t, notice, place),
						noticeView(t, notice, place),
						noticeView(t, notice, place, true),
					];
				}),
			),
		),
	audit: (t) => texts.flatMap((text) => everyAuditEvent(text).map((event) => auditView(t, event))),
	setup: (t) => setupPages(t, texts),
	panel: (t) => [
		...everyPanel.flatMap((content) => everyPanelFacts.map((facts) => panelView(t, content, facts))),
		...everyPanelOutcome.map((outcome) => panelOutcomeView(t, outcome, panelPlace)),
		mayNotPostView(t, '400000000000000001'),
	],
	staleForm: (t) =>
		[...texts, '```', 'x'.repeat(3_600)].flatMap((text) =>
			[1, 5].map((count) =>
				staleFormView(t, Array(count).fill({ label: t('panel.altLabel'), now: text, typed: text })),
			),
		),
	purchases: (t) => [
		...[0, 1, 9].map((count) => ownPurchasesView(t, ownPurchases(count), 1, { place: linkedPlace, now })),
		...texts.map((text) => ownPurchasesView(t, ownPurchases(6, text), 0, { place: barePlace, now })),
		...texts.flatMap((text) =>
			everyOwnPurchase(text).flatMap((purchase) =>
				everyStanding.map((roles) =>
					purchaseView(t, { all: [purchase], roles }, purchase, {
						place: linkedPlace,
						now,
						note: t('purchases.checkedLately', { when: '<t:0:R>' }),
						pageSize: 5,
					}),
				),
			),
		),
	],
	unlink: (t) => [
		...texts.flatMap((name) =>
			[0, 365].flatMap((days) => {
				const asked = { ...ownPurchase, item: { id: 7, name } };
				return [
					unlinkQuestionView(t, { ...asked, kind: 'allowed', days }, barePlace),
					unlinkQuestionView(t, { ...asked, kind: 'leave', roleIds: [] }, barePlace),
				];
			}),
		),
		...(['not-allowed', 'locked', 'not-yours', 'not-here'] as const).flatMap((kind) =>
			[barePlace, linkedPlace].flatMap((place) => [
				unlinkQuestionView(t, { kind }, place),
				unlinkedView(t, { kind }, place, now),
			]),
		),
		...[0, now + 1].map((freeFrom) => unlinkedView(t, { kind: 'unlinked', freeFrom }, linkedPlace, now)),
		unlinkedView(t, { kind: 'left' }, linkedPlace, now),
		unlinkedView(t, { kind: 'limited', retryAt: now }, linkedPlace, now),
	],
	privacy: (t) => [
		...['', ...texts].flatMap((text) => [
			privacyView(t, { ...personalData(30, text), isComplete: false }),
			dataExportView(t, personalData(30, text), now),
		]),
		deleteDataView(t),
		dataDeletedView(t, { isComplete: true }),
		dataDeletedView(t, { isComplete: false }),
		exportLaterView(t, now),
	],
	doctor: (t) =>
		[allFindings, ...allFindings.map((finding) => [finding])].flatMap((findings) => [
			doctorView(t, { findings, at: now }),
			wholeDoctorView(t, { findings, at: now }),
		]),
	stats: (t) => [
		statsView(t, { report: sampleReport(), share: undefined, chart: undefined }),
		statsView(t, { report: sampleReport(), share: undefined, chart: 'later' }),
		statsView(t, {
			report: sampleReport(),
			share: { claims: 1_000_000, supported: 999_999, countedAt: now },
			chart: Buffer.from('a picture'),
		}),
	],
};

/** The same for modals. */
export const everyModal: Readonly<
	Record<string, (t: Translator) => readonly APIModalInteractionResponseCallbackData[]>
> = {
	dispute: everyDisputeModal,
	goToPage: (t) => [1, 10_000_000].map((pages) => goToPageModal(t, pages, wholeList)),
	code: (t) => [codeForm(t)],
	setup: setupForms,
	panelWords: (t) => everyPanel.map((content) => wordsModal(t, userId, panelWords(t, content))),
	search: (t) => lists.map((state) => searchModal(t, state)),
};
