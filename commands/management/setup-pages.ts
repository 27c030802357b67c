import type { Asked } from '../../src/discord/interactions/handler.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import type { SetupPage } from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import type { ItemNames } from '../../src/views/kit/names.js';
import { policyView } from '../../src/views/management/policy-view.js';
import {
	ownRoleView,
	panelChannelOf,
	panelChoiceView,
	settingsView,
} from '../../src/views/management/setup-choice-view.js';
import {
	pageAfter,
	setupConfirmView,
	setupRefusalView,
} from '../../src/views/management/setup-confirm-view.js';
import { setupRulesView } from '../../src/views/management/setup-rules-view.js';
import { setupView } from '../../src/views/management/setup-view.js';
import { categoriesOf } from './setup-rule-subject.js';
import { chooserOf, type SetupServices } from './setup-services.js';

type Asking = Pick<Asked, 'guildId' | 't'>;
type AskingAll = Asking & Pick<Asked, 'guildT'>;

/** The first page in its current state. `note`: the outcome of the last press. */
export async function mainPage(
	{ guildId, t }: Asking,
	{ setup }: SetupServices,
	note?: string,
): Promise<MessageView> {
	return setupView(t, guildId, await setup.overview(guildId), note);
}

/** The first page, or one behind it. */
export async function pageOfSetup(
	asked: AskingAll,
	services: SetupServices,
	page: SetupPage | 'main',
	note?: string,
): Promise<MessageView> {
	if (page === 'main') return await mainPage(asked, services, note);
	const { t } = asked;
	if (page === 'policy') return policyView(t, await services.setup.policy(), note);
	const overview = await services.setup.overview(asked.guildId);
	if (page === 'rules') return setupRulesView(t, overview, 0, itemNames(services), note);
	if (page === 'role') return ownRoleView(t, overview, note);
	if (page === 'panel') {
		const channelId = panelChannelOf(overview.findings);
		if (channelId !== undefined) await services.panels.look({ guildId: asked.guildId, channelId });
		return panelChoiceView(t, overview, note);
	}
	// Its modal can't wait for the current links.
	if (page === 'links') await services.links.of(asked.guildId);
	return settingsView(t, page, overview, {
		note,
		...(page === 'buyer' && { newName: asked.guildT('setup.make.name') }),
		...(page === 'updates' && { categories: categoriesOf(services.catalogue) }),
	});
}

/** A page of the roles by purchase. */
export async function pageOfRules(
	{ guildId, t }: Asking,
	services: SetupServices,
	page: number,
	note?: string,
): Promise<MessageView> {
	const overview = await services.setup.overview(guildId);
	return setupRulesView(t, overview, page, itemNames(services), note);
}

interface Choosing {
	/** Of the concerns that were shown. */
	readonly confirmed?: string;
	/** In place of the page that shows the choice. */
	readonly next?: (note: string) => Promise<MessageView>;
}

/** Saves a choice and shows its page, asks for confirmation, or explains a refusal. */
export async function choose(
	asked: Asked,
	services: SetupServices,
	change: SetupChange,
	{ confirmed, next = (note) => pageOfSetup(asked, services, pageAfter(change), note) }: Choosing = {},
): Promise<MessageView> {
	const { t } = asked;
	const outcome = await services.setup.choose(chooserOf(asked), change, confirmed);
	if (outcome.kind === 'to-confirm') {
		return setupConfirmView(t, outcome, itemNames(services));
	}
	if (outcome.kind !== 'saved') return setupRefusalView(t, outcome, change);
	return await next(`✅ **${t('setup.saved')}**`);
}

/** The names of the items in memory. */
export function itemNames({ catalogue }: SetupServices): ItemNames {
	return (id) => catalogue.get(id)?.name;
}
