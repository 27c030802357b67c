import { languages } from '../../src/i18n/languages.js';
import { walkIn } from '../e2e/the-walk.js';

walkIn(
	languages.filter((language) => !['en', 'de', 'ar'].includes(language)),
	false,
);
