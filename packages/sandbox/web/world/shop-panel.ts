import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { FaultKind } from '../../src/marketplace/faults.js';
import type {
	Catalogue,
	LicenceType,
	ShopState,
	ShownItem,
	ShownPurchase,
} from '../../src/playground/world/world-state.js';
import { action, choice, tick } from './controls.js';
import './copy-code.js';
import { faultWords } from './fault-words.js';
import { dayOf } from './times.js';
import { WorldPanel } from './world-panel.js';

const catalogues: readonly (readonly [Catalogue, string])[] = [
	['usual', 'About 60 items'],
	['large', '10,000 items'],
	['none', 'Nothing at all'],
	['hostile', 'Items made to do harm'],
];
const licences: readonly (readonly [LicenceType, string])[] = [
	['regular', 'Regular'],
	['extended', 'Extended'],
];
const faults: readonly (readonly [FaultKind | 'none', string])[] = [
	['none', 'Works'],
	...(Object.entries(faultWords) as [FaultKind, string][]),
];
const shownAtFirst = 6;

/** The shop: to buy in it, and to make it fail. */
export class ShopPanel extends WorldPanel<ShopState> {
	static override properties = {
		items: { state: true },
		pickedId: { state: true },
		licence: { state: true },
		hasSupport: { state: true },
		bought: { state: true },
		showsAll: { state: true },
	};
	declare items: readonly ShownItem[];
	declare pickedId: number | undefined;
	declare licence: LicenceType;
	declare hasSupport: boolean;
	declare bought: ShownPurchase | undefined;
	declare showsAll: boolean;

	/** The change count of the items when they were last read. */
	#loaded: number | undefined;

	constructor() {
		super();
		this.items = [];
		this.licence = 'regular';
		this.hasSupport = true;
		this.showsAll = false;
	}

	protected override willUpdate(): void {
		const { itemsChanged } = this.state ?? {};
		if (itemsChanged === this.#loaded) return;
		this.#loaded = itemsChanged;
		void this.#load();
	}

	protected override render(): TemplateResult {
		const { state } = this;
		if (state === undefined) return html``;
		return html`${this.#buying()} ${this.problemLine()} ${this.#trouble(state)} ${this.#catalogue(state)}
			${this.#key(state)} ${this.#purchases(state)}`;
	}

	#buying(): TemplateResult {
		return html`<section class="world-section">
			<h3>Buy something</h3>
			${choice({
				label: 'Item',
				value: String(this.#picked?.id ?? ''),
				options: this.items.map(({ id, name, regularPrice }) => [String(id), `${name} · $${regularPrice}`]),
				onChoose: (id) => {
					this.pickedId = Number(id);
				},
			})}
			${choice({
				label: 'License',
				value: this.licence,
				options: licences,
				onChoose: (licence) => {
					this.licence = licence;
				},
			})}
			${tick('With half a year of support', this.hasSupport, (isOn) => {
				this.hasSupport = isOn;
			})}
			${action('Buy', () => void this.#buy(), {
				kind: 'primary',
				isDisabled: this.#picked === undefined || this.busy === 'shop-buy',
			})}
			<div role="status">${this.bought === undefined ? '' : this.#receipt(this.bought)}</div>
		</section>`;
	}

	#receipt({ code, itemName }: ShownPurchase): TemplateResult {
		return html`<div class="world-receipt">
			<p>The purchase code of <b dir="auto">${itemName}</b>:</p>
			<copy-code .text=${code} .label=${'the new purchase code'}></copy-code>
			<p class="note">Press <b>Verify purchase</b> in #verify, and paste it there.</p>
		</div>`;
	}

	#trouble({ fault }: ShopState): TemplateResult {
		return html`<section class="world-section">
			<h3>What goes wrong</h3>
			${choice({
				label: 'The shop',
				value: fault ?? 'none',
				options: faults,
				onChoose: (kind) => void this.act('shop-fault', { fault: kind === 'none' ? null : kind }),
			})}
		</section>`;
	}

	#catalogue({ catalogue, itemCount }: ShopState): TemplateResult {
		return html`<section class="world-section">
			<h3>What it sells</h3>
			${choice({
				label: `Catalogue (${itemCount.toLocaleString('en')} items now)`,
				value: catalogue,
				options: catalogues,
				onChoose: (chosen) => void this.act('shop-catalogue', { catalogue: chosen }),
			})}
			<p class="note">The bot reads the catalogue every ten minutes: move the clock by an hour to let it see the
				change.</p>
		</section>
		<section class="world-section">
			<h3>Publish a new version of <span dir="auto">${this.#picked?.name ?? 'an item'}</span></h3>
			${this.#picked === undefined ? html`<p class="note">The shop sells nothing.</p>` : keyed(this.#picked.id, this.#itemForm(this.#picked))}
		</section>`;
	}

	#itemForm(item: ShownItem): TemplateResult {
		return html`<form class="world-line" aria-label="Change the item chosen above" @submit=${(
			event: SubmitEvent,
		) => this.#changeItem(event, item)}>
			<label class="world-field short"><span>Price, in $</span>
				<input type="number" name="price" min="0" max="100000" step="0.01" required .defaultValue=${String(item.regularPrice)}></label>
			<label class="world-field short"><span>Version</span>
				<input name="version" maxlength="40" .defaultValue=${item.version ?? ''}></label>
			<button class="action">Publish</button>
		</form>`;
	}

	#key({ isKeyForeign }: ShopState): TemplateResult {
		return html`<section class="world-section">
			<h3>The key</h3>
			<p class="note">${
				isKeyForeign
					? 'The shop has a new key, and refuses the one that the bot has.'
					: 'The bot has the key that the shop takes.'
			}</p>
			<div class="world-buttons">
				${action('Make a new key', () => void this.act('shop-new-key', {}))}
				${action('Give it to the bot', () => void this.act('shop-give-key', {}), {
					isDisabled: !isKeyForeign || this.busy === 'shop-give-key',
				})}
			</div>
		</section>`;
	}

	#purchases({ purchases }: ShopState): TemplateResult {
		const shown = this.showsAll ? purchases : purchases.slice(0, shownAtFirst);
		return html`<section class="world-section">
			<h3>Purchases</h3>
			<ul class="world-purchases">
				${repeat(
					shown,
					({ code }) => code,
					(purchase) => this.#purchase(purchase),
				)}
			</ul>
			${
				this.showsAll || purchases.length <= shownAtFirst
					? ''
					: action(`Show all ${purchases.length}`, () => {
							this.showsAll = true;
						})
			}
		</section>`;
	}

	#purchase(purchase: ShownPurchase): TemplateResult {
		const { code, itemName, licenceType, supportedUntil, isRefunded } = purchase;
		const support = (change: 'renew' | 'end') => () => void this.act('shop-support', { code, change });
		const hasEnded = supportedUntil !== undefined && supportedUntil <= this.now();
		const about = `${itemName}, code ending in ${code.slice(-4)}`;
		const words =
			supportedUntil === undefined
				? 'no support'
				: `support ${hasEnded ? 'ended' : 'until'} ${dayOf(supportedUntil)}`;
		return html`<li class=${isRefunded ? 'refunded' : ''}>
			<p dir="auto">${itemName}</p>
			<p><copy-code .text=${code} .label=${`the purchase code of ${about}`}></copy-code></p>
			<p class="note">${isRefunded ? html`<b>refunded</b> · ` : ''}${licenceType} · ${words}</p>
			<div class="world-buttons">
				${action(
					isRefunded ? 'Undo the refund' : 'Refund',
					() => void this.act('shop-refund', { code, isRefunded: !isRefunded }),
					{ kind: 'small', name: `${isRefunded ? 'Undo the refund' : 'Refund'}: ${about}` },
				)}
				${action('Renew support', support('renew'), { kind: 'small', name: `Renew support: ${about}` })}
				${action('End support', support('end'), {
					kind: 'small',
					name: `End support: ${about}`,
					isDisabled: hasEnded || supportedUntil === undefined,
				})}
			</div>
		</li>`;
	}

	/** The chosen item, or the first. */
	get #picked(): ShownItem | undefined {
		return this.items.find(({ id }) => id === this.pickedId) ?? this.items[0];
	}

	async #load(): Promise<void> {
		this.items = ((await this.act('shop-items', {})) as readonly ShownItem[] | undefined) ?? [];
	}

	async #buy(): Promise<void> {
		const itemId = this.#picked?.id;
		if (itemId === undefined) return;
		const { licence: licenceType, hasSupport } = this;
		const bought = await this.act('shop-buy', { itemId, licenceType, hasSupport });
		if (bought !== undefined) this.bought = bought as ShownPurchase;
	}

	async #changeItem(event: SubmitEvent, item: ShownItem): Promise<void> {
		event.preventDefault();
		const form = new FormData(event.target as HTMLFormElement);
		await this.act('shop-change-item', {
			itemId: item.id,
			regularPrice: Number(form.get('price')),
			version: String(form.get('version')),
		});
	}
}

customElements.define('shop-panel', ShopPanel);
