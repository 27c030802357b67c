import { html, nothing, type TemplateResult } from 'lit';
import { Connection, type ConnectionState } from './connection.js';
import { PageElement } from './page-element.js';
import { pageKey } from './page-key.js';
import { type FrameView, keyOf, presentViews } from './phone/frame-views.js';
import './phone/phone-frame.js';
import { isAfter, ReadMarks } from './phone/read-marks.js';
import { Store } from './store.js';
import { type Tab, tabId, tabList, tabPanelId } from './tab-list.js';

/** A part of the page next to the frames, such as the inspector. */
export interface Panel extends Tab {
	readonly render: (store: Store, connection: Connection) => TemplateResult;
}

const guideTab: Tab = { id: 'guide', label: 'Tasks' };
const isWide = matchMedia('(min-width: 1200px)');
const isWidest = matchMedia('(min-width: 1400px)');

/** The whole page: two people's frames on one world, tasks to their left, and panels to their right. */
export class PlaygroundPage extends PageElement {
	static override properties = {
		panels: { attribute: false },
		guide: { attribute: false },
		views: { state: true },
		panelId: { state: true },
		narrowTab: { state: true },
		connectionState: { state: true },
		ringed: { state: true },
	};
	/** Panels in addition to the package's own. */
	declare panels: readonly Panel[];
	/** A guide through the world, such as tasks; `show` puts people into the frames for it. */
	declare guide: Panel['render'] | undefined;
	/** Called after each change of the page's state, whether or not it is visible. */
	follow: ((store: Store, connection: Connection) => void) | undefined;
	declare views: readonly FrameView[];
	declare panelId: string | undefined;
	/** The only visible part on a narrow screen: `frame-0`, `frame-1`, `guide` or `panels`. */
	declare narrowTab: string;
	declare connectionState: ConnectionState;
	/** The ids of messages with a ring around them. */
	declare ringed: ReadonlySet<string>;
	/** A sentence next to the title about the purpose of the page. */
	lead: string | undefined;
	/** True while the panels stay folded, if there is a column for them. */
	startsFolded: (store: Store) => boolean = () => false;
	readonly #store = new Store();
	#marks: ReadMarks | undefined;
	#connection: Connection | undefined;

	constructor() {
		super();
		this.panels = [];
		this.views = [];
		this.narrowTab = 'frame-0';
		this.connectionState = 'open';
		this.ringed = new Set();
		for (const query of [isWide, isWidest]) query.addEventListener('change', () => this.requestUpdate());
	}

	override connectedCallback(): void {
		super.connectedCallback();
		const key = pageKey();
		if (key === undefined || this.#connection !== undefined) return;
		this.#store.onChange(() => this.#changed());
		this.#connection = new Connection({
			key,
			onFrame: (frame) => this.#store.apply(frame),
			onState: (state) => {
				this.connectionState = state;
			},
		});
	}

	/** Shows a person in a frame, in one of their channels, or in the first one of their server. */
	show(frameIndex: number, personKey: string, channelId?: string): void {
		this.#change(frameIndex, { personKey, channelId });
		if (this.narrowTab.startsWith('frame-')) this.narrowTab = `frame-${frameIndex}`;
	}

	/** Draws a ring around these messages and no others. */
	ring(messageIds: readonly string[]): void {
		this.ringed = new Set(messageIds);
	}

	showPanel(id: string): void {
		this.panelId = id;
		if (this.#layout === 'layout-narrow') this.narrowTab = 'panels';
	}

	protected override render(): TemplateResult {
		return html`<div class="page ${this.#layout}">${this.#body()}</div>`;
	}

	#body(): TemplateResult {
		const connection = this.#connection;
		if (connection === undefined) {
			return html`<main class="page-notice"><h1>This address lacks its key</h1>
				<p>Open the whole address that the terminal shows, from http to its end.</p></main>`;
		}
		if (this.#store.world === undefined) {
			return html`${this.#banner()}<main class="page-notice"><p role="status">Connecting …</p></main>`;
		}
		return html`${this.#layout === 'layout-narrow' ? nothing : this.#skipLinks()}
			<header class="page-header"><h1>${this.#store.world.title}</h1>${this.lead === undefined || this.#layout === 'layout-narrow' ? nothing : html`<p>${this.lead}</p>`}${this.#shortcut()}</header>
			${this.#banner()}
			<main class="page-main">
				${this.#guide(connection)}
				<div class="frames" ?hidden=${this.#layout === 'layout-narrow' && !this.narrowTab.startsWith('frame-')}>
					${this.views.map((view, index) => this.#frame(view, index, connection))}
				</div>
				${this.#panels(connection)}
			</main>
			${this.#layout === 'layout-narrow' ? this.#bottomTabs() : nothing}`;
	}

	/** A button that stays within reach while its tab is out of sight. */
	#shortcut(): TemplateResult | typeof nothing {
		const panel = this.panels.find(({ id }) => id === 'inspector');
		if (panel === undefined || this.#showsPanels) return nothing;
		return html`<button type="button" class="page-shortcut" @click=${() => this.showPanel(panel.id)}>${panel.label}</button>`;
	}

	/** Links between the regions of the page, past everything in between; visible while one has the focus. */
	#skipLinks(): TemplateResult {
		const people = this.#shownNames().map(
			(name, index) => [name, `phone-frame[side=${index === 0 ? 'left' : 'right'}] > .frame`] as const,
		);
		const regions: readonly (readonly [string, string])[] = [
			...(this.#layout === 'layout-widest' && this.guide !== undefined
				? [[guideTab.label, '.guide'] as const]
				: []),
			...people,
			...(this.panels.length > 0 ? [['Behind the scenes', '.panels'] as const] : []),
		];
		return html`<nav class="skip-links" aria-label="Skip">${regions.map(
			([label, selector]) =>
				html`<button type="button" @click=${() => this.querySelector<HTMLElement>(selector)?.focus()}>Skip to ${label}</button>`,
		)}</nav>`;
	}

	/** The names of the people in the frames. */
	#shownNames(): readonly string[] {
		return this.views.map(
			({ personKey }) => this.#store.people.find((person) => keyOf(person) === personKey)?.name ?? 'Nobody',
		);
	}

	#banner(): TemplateResult | typeof nothing {
		const words: Readonly<Record<ConnectionState, string | undefined>> = {
			open: undefined,
			lost: 'The connection is lost. Trying again … If it has stopped, start it again.',
			refused: 'This address is from an earlier run. Open the address that the terminal shows now.',
		};
		const said = words[this.connectionState];
		return said === undefined ? nothing : html`<p class="banner" role="alert">${said}</p>`;
	}

	#frame(view: FrameView, index: number, connection: Connection): TemplateResult {
		const isHidden = this.#layout === 'layout-narrow' && this.narrowTab !== `frame-${index}`;
		return html`<phone-frame ?hidden=${isHidden} .isShown=${!isHidden} side=${index === 0 ? 'left' : 'right'} .side=${index === 0 ? 'left' : 'right'} .store=${this.#store} .connection=${connection} .marks=${this.#marks}
			.view=${view} .ringed=${this.ringed} .onView=${(change: Partial<FrameView>) => this.#change(index, change)}></phone-frame>`;
	}

	/** In a separate column if there is room for one, otherwise the first of the tabs next to the frames. */
	#guide(connection: Connection): TemplateResult | typeof nothing {
		const isShown =
			this.#layout === 'layout-widest' || (this.#layout === 'layout-narrow' && this.narrowTab === 'guide');
		if (this.guide === undefined || !isShown) return nothing;
		return html`<section class="guide" tabindex="-1" aria-label=${guideTab.label}>
			${this.#layout === 'layout-narrow' ? html`<p>${this.lead}</p>` : nothing}${this.guide(this.#store, connection)}</section>`;
	}

	#panels(connection: Connection): TemplateResult | typeof nothing {
		const isElsewhere = this.#layout === 'layout-narrow' || this.#layout === 'layout-widest';
		const guide: readonly Panel[] =
			this.guide === undefined || isElsewhere ? [] : [{ ...guideTab, render: this.guide }];
		const all = [...guide, ...this.panels];
		const shown = all.find(({ id }) => id === this.panelId) ?? all[0];
		if (shown === undefined || (this.#layout === 'layout-narrow' && !this.#showsPanels)) return nothing;
		if (!this.#showsPanels) {
			return html`<button type="button" class="panels folded" aria-expanded="false" @click=${() => this.showPanel(shown.id)}>Behind the scenes</button>`;
		}
		return html`<section class="panels" tabindex="-1" aria-label="Behind the scenes">
			${tabList({
				id: 'panels',
				label: 'Behind the scenes',
				tabs: all,
				selected: shown.id,
				onSelect: (id) => {
					this.panelId = id;
				},
			})}
			<div class="panel" role="tabpanel" tabindex="0" id=${tabPanelId('panels', shown.id)} aria-labelledby=${tabId('panels', shown.id)}>
				${shown.id === guideTab.id ? nothing : html`<h2 class="visually-hidden">${shown.label}</h2>`}
				${shown.render(this.#store, connection)}
			</div>
		</section>`;
	}

	/** A narrow screen shows one part at a time. */
	#bottomTabs(): TemplateResult {
		const people = this.#shownNames();
		const items: Tab[] = people.map((name, index) => ({ id: `frame-${index}`, label: name }));
		if (this.guide !== undefined) items.push(guideTab);
		if (this.panels.length > 0) items.push({ id: 'panels', label: this.panels[1] ? 'World' : 'Panel' });
		return html`<nav class="bottom-bar" aria-label="What is shown">
			${items.map(
				({ id, label }) =>
					html`<button type="button" aria-current=${id === this.narrowTab ? 'page' : 'false'} @click=${() => {
						this.narrowTab = id;
					}}><span dir="auto">${label}</span></button>`,
			)}
		</nav>`;
	}

	get #showsPanels(): boolean {
		if (this.#layout === 'layout-narrow') return this.narrowTab === 'panels';
		return this.#layout === 'layout-wide' || this.panelId !== undefined || !this.startsFolded(this.#store);
	}

	get #layout(): 'layout-narrow' | 'layout-wide' | 'layout-widest' {
		if (isWidest.matches) return 'layout-widest';
		return isWide.matches ? 'layout-wide' : 'layout-narrow';
	}

	#change(index: number, change: Partial<FrameView>): void {
		this.views = this.views.map((view, at) => (at === index ? { ...view, ...change } : view));
	}

	#changed(): void {
		const { people, messages } = this.#store;
		this.views = presentViews(this.views, people);
		this.#marks ??= new ReadMarks(newestOf([...messages.values()].flat().map(({ message }) => message.id)));
		if (this.#connection !== undefined) this.follow?.(this.#store, this.#connection);
		this.requestUpdate();
	}
}

function newestOf(ids: readonly string[]): string {
	return ids.reduce((newest, id) => (isAfter(id, newest) ? id : newest), '0');
}

customElements.define('playground-page', PlaygroundPage);
