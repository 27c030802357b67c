import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'panel',
	'command.panel.description': 'Publica un mensaje con el que todos pueden verificar su compra',
	'command.panel.channel.name': 'canal',
	'command.panel.channel.description': 'Dónde va. El panel que ya esté allí se actualiza',
	'panel.title': 'Verifica tu compra',
	'panel.text':
		'Pulsa **Verificar compra** y pega el código de tu recibo. Solo tú y el bot lo veis.\n\nTu rol llega en segundos.',
	'panel.verify': 'Verificar compra',
	'panel.codeLabel': 'Código de compra',
	'panel.codeHint': 'De tu recibo. Puedes pegar una línea entera: encontraremos el código.',
	'panel.posted': 'El panel está publicado: {link}',
	'panel.changed': 'El panel está al día: {link}',
	'panel.badPicture':
		'La imagen quedó como estaba: Discord solo muestra imágenes de una dirección web (http o https).',
	'panel.noChannel': 'No se puede publicar en este canal, o ya no existe.',
	'panel.noAccess':
		'No puedo publicar en {channel}. Dame allí **Ver canal**, **Enviar mensajes** e **Insertar enlaces**.',
	'panel.missing': 'Ya no hay ningún panel en ese canal. Usa `/{command}` para publicar uno.',
	'panel.change': 'Cambiar texto e imagen',
	'panel.titleLabel': 'Título',
	'panel.textLabel': 'Texto',
	'panel.emptyHint': 'Déjalo vacío para el texto habitual.',
	'panel.pictureLabel': 'Imagen',
	'panel.pictureHint': 'La dirección web de una imagen. Déjalo vacío para ninguna.',
	'panel.audit': '⚙️ <@{userId}> publicó o cambió el panel en <#{channelId}>',
} satisfies Record<keyof typeof english, string>;
