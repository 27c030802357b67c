import {
	type APIComponentInContainer,
	type APIContainerComponent,
	type APIMessageTopLevelComponent,
	type APISectionComponent,
	type APIThumbnailComponent,
	type APIUnfurledMediaItem,
	ComponentType,
} from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit';
import { hexOf } from '../sight.js';
import { actionRow, type ControlReader, controlTemplate } from './controls.js';
import { fileCard } from './file-card.js';
import { markdown } from './markdown.js';
import { type Media, mediaTile } from './media.js';

type AnyComponent = APIMessageTopLevelComponent | APIComponentInContainer;

/** A component of a message with its content. An unknown type is labeled as such. */
export function componentTemplate(component: AnyComponent, reader: ControlReader): TemplateResult {
	switch (component.type) {
		case ComponentType.ActionRow:
			return actionRow(component.components, reader);
		case ComponentType.TextDisplay:
			return markdown(component.content, reader);
		case ComponentType.Section:
			return sectionTemplate(component, reader);
		case ComponentType.MediaGallery:
			return html`<div class="gallery">${component.items.map((item) => mediaTile(mediaOf(item.media, item), reader.sight))}</div>`;
		case ComponentType.File: {
			const file = reader.files.find(({ url }) => url === component.file.url);
			return fileCard({ address: component.file.url, name: file?.filename, size: file?.size }, reader.sight);
		}
		case ComponentType.Container:
			return containerTemplate(component, reader);
		default:
			return unknownBox(`A component of type ${String(Reflect.get(component, 'type'))}`);
	}
}

function containerTemplate(container: APIContainerComponent, reader: ControlReader): TemplateResult {
	const { accent_color: accent, components } = container;
	const colour = accent == null ? '' : `--accent-bar: ${hexOf(accent)}`;
	return html`<div class="container" ?data-accent=${accent != null} .style=${colour}>${components.map(
		(each) => componentTemplate(each, reader),
	)}</div>`;
}

function sectionTemplate(
	{ components, accessory }: APISectionComponent,
	reader: ControlReader,
): TemplateResult {
	return html`<div class="section">
		<div class="section-texts">${components.map((each) => componentTemplate(each, reader))}</div>
		<div class="section-accessory">${accessoryTemplate(accessory, reader)}</div>
	</div>`;
}

function accessoryTemplate(
	accessory: APISectionComponent['accessory'],
	reader: ControlReader,
): TemplateResult {
	if (accessory.type === ComponentType.Button) return controlTemplate(accessory, reader);
	if (accessory.type === ComponentType.Thumbnail) return thumbnail(accessory, reader);
	return unknownBox(`A component of type ${String(Reflect.get(accessory, 'type'))}`);
}

function thumbnail(component: APIThumbnailComponent, { sight }: ControlReader): TemplateResult {
	return html`<div class="thumbnail">${mediaTile(mediaOf(component.media, component), sight)}</div>`;
}

function mediaOf(media: APIUnfurledMediaItem, about: { readonly description?: string | null }): Media {
	return { address: media.url, alt: about.description || undefined };
}

/** Replaces a component that this client can't show, and names its type. */
export function unknownBox(what: string): TemplateResult {
	return html`<div class="unknown-box" role="note">${what}</div>`;
}
