import { ChannelType } from 'discord-api-types/v10';
import { svg, type TemplateResult } from 'lit';

// Drawn here, 16 by 16: icons from elsewhere would have to be loaded, and Discord's own are not ours to copy.
const paths = {
	chevron: 'M3.5 6 8 10.5 12.5 6',
	check: 'M3 8.5 6.5 12 13 4.5',
	cross: 'M4 4 12 12M12 4 4 12',
	send: 'M2.5 2.5 14 8 2.5 13.5 4 8.8 9 8 4 7.2Z',
	person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4',
	hash: 'M6.2 2.5 5 13.5M11 2.5 9.8 13.5M2.8 5.7H13.6M2.4 10.3H13.2',
	speaker: 'M2.5 6v4H5l3.5 3V3L5 6ZM10.8 5.8a3 3 0 0 1 0 4.4M12.6 4a5.5 5.5 0 0 1 0 8',
	megaphone: 'M2.5 6.5v3h2L12 13V3L4.5 6.5ZM5 9.5l1 4h1.5',
	bubble: 'M2.5 3h11v8h-6L4.5 13.5V11h-2Z',
	folder: 'M2.5 4h4l1.5 1.5h5.5v7h-11Z',
	slash: 'M10.5 2.5 5.5 13.5',
	apps: 'M3 3h4v4H3ZM9 3h4v4H9ZM3 9h4v4H3ZM9 9h4v4H9Z',
	copy: 'M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8Z',
} as const;

export type IconName = keyof typeof paths;

/** An icon in the text's colour; it says nothing to a screen reader. */
export function icon(name: IconName): TemplateResult {
	return svg`<svg class="glyph glyph-${name}" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d=${paths[name]} /></svg>`;
}

/** The icon of a kind of channel. */
export function channelIcon(type: number): IconName {
	switch (type) {
		case ChannelType.GuildVoice:
		case ChannelType.GuildStageVoice:
			return 'speaker';
		case ChannelType.GuildAnnouncement:
			return 'megaphone';
		case ChannelType.GuildForum:
		case ChannelType.GuildMedia:
		case ChannelType.PublicThread:
		case ChannelType.PrivateThread:
		case ChannelType.AnnouncementThread:
			return 'bubble';
		case ChannelType.GuildCategory:
			return 'folder';
		default:
			return 'hash';
	}
}
