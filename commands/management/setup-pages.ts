import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { SetupOverview } from '../../src/guilds/setup.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { SetupPage } from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { policyView } from '../../src/views/management/policy-view.js';
import {
	auditChoiceView,
	ownRoleView,
	panelChannelOf,
	panelChoiceView,
	roleChoiceView,
	sharingView,
	staffChoiceView,
} from '../../src/views/management/setup-choice-view.js';
import { setupConfirmView } from '../../src/views/management/setup-confirm-view.js';
import { itemLinksView, setupLinksView } from '../../src/views/management/setup-links-view.js';
import { policyElsewhereView, setupRefusalView } from '../../src/views/management/setup-refusal-view.js';
import { setupRulesView } from '../../src/views/management/setup-rules-view.js';
import { setupView } from '../../src/views/management/setup-view.js';
import { chooserOf, type SetupServices } from './setup-services.js';

type Asking = Pick<Asked<Answerable>, 'interaction' | 't'>;

/** The first page, as things are now. `note`: what the last press has come to. */
export async function mainPage(
	{ interaction: { guildId }, t }: Asking,
	{ setup }: SetupServices,
	note?: string,
): Promise<MessageView> {
	return setupView(t, guildId, await setup.overview(guildId), note);
}

/** A page behind it. */
export async function pageOfSetup(
	asked: Asking,
	services: SetupServices,
	page: SetupPage,
	note?: string,
): Promise<MessageView> {
	if (page === 'policy') return await policyPage(asked, services, note);
	const { interaction, t } = asked;
	const overview = await services.setup.overview(interaction.guildId);
	if (page === 'rules') return rulesView(t, services, overview, 0, note);
	// The forms behind them can't wait for what is there already.
	if (page === 'links') await services.links.of(interaction.guildId);
	const channelId = page === 'panel' ? panelChannelOf(overview.findings) : undefined;
	if (channelId !== undefined) await services.panels.look({ guildId: interaction.guildId, channelId });
	return viewOf(page, t, overview, note);
}

/** A page of the roles that follow from items, categories and license types. */
export async function pageOfRules(
	{ interaction, t }: Asking,
	services: SetupServices,
	page: number,
	note?: string,
): Promise<MessageView> {
	return rulesView(t, services, await services.setup.overview(interaction.guildId), page, note);
}

/** The page of one item's links. */
export async function itemLinksPage(
	{ interaction, t }: Asking,
	{ links, catalogue }: SetupServices,
	itemId: string,
	note?: string,
): Promise<MessageView> {
	const { items } = await links.of(interaction.guildId);
	const own = Object.hasOwn(items, itemId) ? items[itemId] : undefined;
	const id = Number(itemId);
	return itemLinksView(t, { id, name: catalogue.get(id)?.name ?? '', links: own ?? {} }, note);
}

/** Saves a choice, asks about it first, or says why not. `next`: what is shown once it is saved. */
export async function choose(
	{ interaction, t }: Asking,
	{ setup }: SetupServices,
	change: SetupChange,
	next: (note: string) => Promise<MessageView>,
	confirmed?: string,
): Promise<MessageView> {
	const outcome = await setup.choose(chooserOf(interaction), change, confirmed);
	if (outcome.kind === 'to-confirm') return setupConfirmView(t, outcome);
	if (outcome.kind !== 'saved') return setupRefusalView(t, outcome, change);
	return await next(`✅ **${t('setup.saved')}**`);
}

async function policyPage(
	{ interaction: { guildId }, t }: Asking,
	{ setup }: SetupServices,
	note?: string,
): Promise<MessageView> {
	return setup.isHome(guildId) ? policyView(t, await setup.policy(guildId), note) : policyElsewhereView(t);
}

function rulesView(
	t: Translator,
	{ catalogue }: SetupServices,
	overview: SetupOverview,
	page: number,
	note?: string,
): MessageView {
	return setupRulesView(t, overview, page, (id) => catalogue.get(id)?.name, note);
}

function viewOf(
	page: Exclude<SetupPage, 'policy' | 'rules'>,
	t: Translator,
	overview: SetupOverview,
	note?: string,
): MessageView {
	switch (page) {
		case 'buyer':
		case 'active':
			return roleChoiceView(t, page, overview, note);
		case 'role':
			return ownRoleView(t, overview, note);
		case 'audit':
			return auditChoiceView(t, overview, note);
		case 'panel':
			return panelChoiceView(t, overview, note);
		case 'staff':
			return staffChoiceView(t, overview, note);
		case 'links':
			return setupLinksView(t, overview, note);
		case 'sharing':
			return sharingView(t, overview, note);
	}
}
