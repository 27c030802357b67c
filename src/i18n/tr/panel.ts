import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'panel',
	'command.panel.description': 'Herkesin satın alımını doğrulayabileceği bir mesaj gönder',
	'command.panel.channel.name': 'kanal',
	'command.panel.channel.description': 'Nereye gönderileceği. Orada zaten olan panel güncellenir',
	'panel.title': 'Satın alımını doğrula',
	'panel.text':
		'**Satın alımı doğrula** düğmesine bas ve makbuzundaki kodu yapıştır. Onu yalnızca sen ve bot görür.\n\nRolün saniyeler içinde gelir.',
	'panel.verify': 'Satın alımı doğrula',
	'panel.codeLabel': 'Satın alma kodu',
	'panel.codeHint': 'Makbuzundan. Bütün bir satırı yapıştırabilirsin: içindeki kod bulunur.',
	'panel.posted': 'Panel gönderildi: {link}',
	'panel.changed': 'Panel güncel: {link}',
	'panel.badPicture':
		'Resim olduğu gibi kaldı: Discord yalnızca web adresindeki (http veya https) resimleri gösterir.',
	'panel.noChannel': 'Bu kanala mesaj gönderilemiyor ya da kanal artık yok.',
	'panel.noAccess':
		'{channel} kanalına gönderemiyorum. Orada bana **Kanalı Gör**, **Mesaj Gönder** ve **Bağlantı Yerleştir** izinlerini ver.',
	'panel.missing': 'O kanalda artık panel yok. Göndermek için `/{command}` kullan.',
	'panel.change': 'Metni ve resmi değiştir',
	'panel.titleLabel': 'Başlık',
	'panel.textLabel': 'Metin',
	'panel.emptyHint': 'Alışılmış metin için boş bırak.',
	'panel.pictureLabel': 'Resim',
	'panel.pictureHint': 'Bir resmin web adresi. Resim istemiyorsan boş bırak.',
	'panel.audit': '⚙️ <@{userId}>, <#{channelId}> kanalındaki paneli gönderdi ya da değiştirdi',
} satisfies Record<keyof typeof english, string>;
