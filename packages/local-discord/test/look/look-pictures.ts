import { componentPictures } from './component-pictures.js';
import { embedPictures } from './embed-pictures.js';
import type { LookPicture } from './look-picture.js';
import { mediaPictures } from './media-pictures.js';
import { textPictures } from './text-pictures.js';

/** All pictures, in the order in which the document shows them. `video` is a WebM. */
export function lookPictures(video: Uint8Array): readonly LookPicture[] {
	return [...textPictures, ...embedPictures, ...componentPictures, ...mediaPictures(video)];
}
