import {
	type APIButtonComponent,
	type APIComponentInContainer,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { OwnPurchase, TrialPurchase } from '../../src/services/purchases/purchases.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { button, buttons, primary, text } from '../../src/ui/page.js';
import type { Place } from '../../src/ui/place.js';
import { purchaseView } from '../purchases/purchase.js';
import { verifiedView } from '../verify/verify.js';
import { backButton } from './choice.js';

/** Plays through a made-up purchase: the answer to its code, and its page. */
export const tryAsBuyer = defineCustomId('setup-try');
const openTrialPurchase = defineCustomId('setup-try-purchase');

// A made-up purchase for staff to play through: buyers' pages with a mark at the top and without effective buttons.

const codeEnd = 'c0de';

/** The answer that a buyer gets. */
export function trialVerifiedView(t: Translator, trial: TrialPurchase, place: Place): MessageView {
	const { licenseType, supportedUntil, now, roleIds } = trial;
	const claim = { item: itemOf(t, trial), licenseType, supportedUntil, claimedAt: now };
	const view = verifiedView(
		t,
		{
			kind: 'verified',
			claim,
			codeEnd,
			roleIds: roleIds ?? [],
			returning: false,
			...(trial.item && { media: trial.item }),
			roles:
				roleIds === undefined
					? { kind: 'blocked', roleId: undefined, obstacle: 'role-missing' }
					: { kind: 'granted', added: roleIds, removed: [], withheld: [] },
		},
		{ place, now },
	);
	return asTrial(t, view, primary(button(t('button.showMyPurchases'), openTrialPurchase.encode())));
}

export function trialPurchaseView(t: Translator, trial: TrialPurchase, place: Place): MessageView {
	const { licenseType, supportedUntil, now, roleIds = [] } = trial;
	const purchase: OwnPurchase = {
		hash: '0'.repeat(64),
		holderId: '',
		item: { ...itemOf(t, trial), category: '' },
		media: trial.item,
		licenseType,
		ending: codeEnd,
		purchasedAt: now,
		claimedAt: now,
		supportedUntil,
		check: undefined,
		status: 'active',
		isRevokedByStaff: false,
		locked: false,
		seat: { number: 1, of: 1 },
		canUnlink: false,
		roleIds,
	};
	const roles = { has: roleIds, missing: [], isWaiting: false };
	const own = { all: [purchase], roles: { ...roles, isUnchosen: trial.roleIds === undefined } };
	return asTrial(t, purchaseView(t, own, purchase, { place, now }));
}

function itemOf(t: Translator, { item }: TrialPurchase): { readonly id: number; readonly name: string } {
	return item ?? { id: 0, name: t('trial.item') };
}

/** The page with the mark of the trial, and links and `then` in place of its buttons. */
function asTrial(t: Translator, view: MessageView, ...then: readonly APIButtonComponent[]): MessageView {
	const mark = text(t('trial.mark'));
	const components = (view.components ?? []).map((part) =>
		part.type === ComponentType.Container
			? {
					...part,
					components: [
						...(mark ? [mark] : []),
						...part.components.flatMap(withoutActs),
						...buttons(...then, backButton(t)),
					],
				}
			: part,
	);
	return { ...view, components };
}

function withoutActs(part: APIComponentInContainer): readonly APIComponentInContainer[] {
	if (part.type !== ComponentType.ActionRow) return [part];
	const links = part.components.flatMap((it) =>
		it.type === ComponentType.Button && it.style === ButtonStyle.Link ? [it] : [],
	);
	return buttons(...links);
}

const { shows } = componentsOf<Services>('manager');

/**
 * A made-up purchase, played through for the person who has set the server up. Nothing is stored, requested or granted.
 */
export const trialComponents = [
	shows('button', tryAsBuyer, (asked, services) => trialPage(asked, services, trialVerifiedView)),
	shows('button', openTrialPurchase, (asked, services) => trialPage(asked, services, trialPurchaseView)),
];

async function trialPage(
	{ guildId, t }: Asked,
	{ purchases, links }: Services,
	view: typeof trialVerifiedView,
): Promise<MessageView> {
	const trial = await purchases.trial(guildId);
	return view(t, trial, { guildId, links: links.from(guildId, trial.settings) });
}
