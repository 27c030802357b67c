import { DiscordEmbed } from '@skyra/discord-components-core/discord-embed.js';
import { css } from 'lit';

/** The library's embed in the page's own colours, and as wide as a phone lets it be. */
export class PageEmbed extends DiscordEmbed {
	static override styles = css`
		${DiscordEmbed.styles}
		:host,
		:host([light-theme]) {
			color: inherit;
			font-size: inherit;
			line-height: inherit;
			margin-block: 4px 0;
		}
		.discord-embed-root {
			max-width: 100%;
		}
		:host .discord-embed-wrapper,
		:host([light-theme]) .discord-embed-wrapper {
			max-width: min(520px, 100%);
			background: var(--bg-raised);
			border-color: var(--border);
		}
		:host .discord-embed-wrapper .discord-embed-grid {
			display: block;
			min-width: 0;
			padding: 8px 14px 14px 12px;
		}
		:host .discord-left-border,
		:host([light-theme]) .discord-left-border {
			background: var(--border);
		}
	`;
}

customElements.define('page-embed', PageEmbed);
