// The German text of: troubles.
import type { troublesText } from '../troubles';

const staysOut =
  'Nur die Leitung kann es wieder hereinlassen. Frag erst die Leitung und versuch es dann noch einmal.';

const words = {
  'no-https': {
    title: 'Diese Adresse ist nicht sicher',
    what: 'Browser öffnen die GPU nur für HTTPS-Seiten. Die Leitung kann den Server mit HTTPS starten, oder dieses Gerät trainiert auf seiner CPU.',
    label: 'Über HTTPS öffnen',
  },
  'no-webgpu': {
    title: 'Dieser Browser hat kein WebGPU',
    what: 'Ein aktueller Chrome, Edge, Firefox oder Safari hat es. Kleine Modelle kann dieses Gerät trotzdem auf seiner CPU trainieren.',
    label: 'Als CPU-Replik beitreten',
  },
  'no-adapter': {
    title: 'Es ließ sich keine GPU öffnen',
    what: 'WebGPU ist da, aber kein Grafikadapter hat geantwortet. Meist hilft es, in den Einstellungen des Browsers die Hardwarebeschleunigung einzuschalten; bis dahin geht es mit der CPU.',
    label: 'Als CPU-Replik beitreten',
  },
  'software-adapter': {
    title: 'WebGPU läuft hier auf dem Prozessor',
    what: 'Es hat hier keine Grafikkarte. Wird nichts anderes gewählt, nimmt eine Replik, was schneller ist: dies oder WebAssembly. Der Ring wartet auf sein langsamstes Mitglied.',
    safe: 'Beitreten schadet nicht.',
    label: 'Trotzdem weiter',
  },
  'device-lost': {
    title: 'Die GPU ist weg',
    what: 'Ein Neustart des Treibers, ein Ruhezustand oder ein anderes Programm hat sie genommen. Ein neuer Beitritt baut diese Replik aus dem Ring wieder auf.',
    label: 'Wieder beitreten',
  },
  'out-of-memory': {
    title: 'Der GPU-Speicher ist voll',
    what: 'Schließe andere Tabs, die zeichnen, oder trainiere auf der CPU.',
    label: 'Als CPU-Replik beitreten',
  },
  'bad-model': {
    title: 'Die Schichten des Modells passen nicht zusammen',
    what: 'Die Einstellungen des Raums nennen ein Modell, das sich nicht bauen lässt. Wähle in den Einstellungen des Laufs ein anderes.',
    label: 'Erneut versuchen',
  },
  'model-does-not-fit': {
    title: 'Das Modell passt nicht auf dieses Gerät',
    what: 'Sein größter Puffer liegt über der Grenze dieses Adapters. Die CPU hat keine solche Grenze, nur weniger Tempo.',
    label: 'Als CPU-Replik beitreten',
  },
  'gpu-error': {
    title: 'Die GPU hat einen Fehler gemeldet',
    what: 'Diese Replik hielt an, bevor eine falsche Zahl sie verlassen konnte. Ein neuer Beitritt startet sie frisch.',
    label: 'Wieder beitreten',
  },
  'wrong-answers': {
    title: 'Dieses Gerät rechnet falsch',
    what: 'Bevor ein Gerät trainiert, rechnet es bekannte Aufgaben. Dieses hat eine falsch gelöst, darum geht nichts von ihm in eine Summe ein. Meist hilft ein neuer Treiber.',
    label: 'Erneut prüfen',
  },
  'network-blocked': {
    title: 'Das Netzwerk sperrt direkte Verbindungen',
    what: 'Der Server war erreichbar, aber kein anderes Gerät. Gäste-WLANs verbieten das oft: Ein gemeinsamer Hotspot hilft.',
    label: 'Erneut versuchen',
  },
  'room-full': {
    title: 'Der Raum ist voll',
    what: 'Jeder Platz ist besetzt. Vielleicht wird einer frei, oder die Leitung öffnet einen zweiten Raum.',
    label: 'Erneut versuchen',
  },
  'wrong-key': {
    title: 'Der Link ist nicht vollständig',
    what: 'Dieser Raum ist privat: Sein Schlüssel ist der Teil nach #, und der fehlt oder ist falsch. Scanne den QR-Code, oder kopiere den ganzen Link.',
    label: 'Einen anderen Link nehmen',
  },
  'wrong-version': {
    title: 'Diese Seite hat eine andere Version',
    what: 'Der Raum läuft mit einer anderen Version von Lockstep. Neu laden holt die, die der Server anbietet.',
    label: 'Neu laden',
  },
  'wrong-config': {
    title: 'Diese Replik ist anders eingestellt',
    what: 'Ihre Einstellungen passen nicht zu denen des Rings. Sie wurde abgewiesen, bevor sie die Summe stören konnte.',
    label: 'Wieder beitreten',
  },
  kicked: {
    title: 'Die Leitung hat dieses Gerät entfernt',
    what: `Die Leitung hat es aus dem Ring genommen. ${staysOut}`,
    label: 'Wieder beitreten',
  },
  unplugged: {
    title: 'Die Leitung hat diesem Gerät den Stecker gezogen',
    what: 'So zeigt die Leitung, was ein Ring tut, wenn ein Gerät ausfällt. Dieses Gerät darf sofort wieder beitreten.',
    label: 'Wieder beitreten',
  },
  evicted: {
    title: 'Der Ring hat dieses Gerät entfernt',
    what: `Seine Beiträge wurden wieder und wieder abgelehnt, darum haben die anderen ohne es weitergemacht. ${staysOut}`,
    label: 'Wieder beitreten',
  },
  'turned-away': {
    title: 'Der Ring lässt dieses Gerät nicht herein',
    what: `Es wurde schon einmal entfernt. ${staysOut}`,
    label: 'Wieder beitreten',
  },
  'room-locked': {
    title: 'Der Raum ist verschlossen',
    what: 'Die Leitung lässt gerade niemanden herein. Versuche es wieder, wenn sie die Tür geöffnet hat.',
    label: 'Erneut versuchen',
  },
  'not-let-in': {
    title: 'Die Leitung hat dieses Gerät nicht hereingelassen',
    what: 'Die Leitung hat es an der Tür abgewiesen. Nur die Leitung kann es hereinlassen. Frag erst die Leitung und versuch es dann noch einmal.',
    label: 'Wieder beitreten',
  },
  'host-silent': {
    title: 'Die Leitung hat nicht geantwortet',
    what: 'Die Leitung lässt Leute einzeln herein und hat über dieses Gerät seit 15 Minuten nicht entschieden. Versuche es noch einmal, dann wartet es von vorn.',
    label: 'Erneut versuchen',
  },
  'server-unreachable': {
    title: 'Der Raumserver antwortet nicht',
    what: 'Vielleicht startet er gerade neu, oder dieses Gerät ist offline. Ein Ring, der schon trainiert, macht ohne ihn weiter.',
    safe: 'Nichts ging verloren.',
    label: 'Erneut versuchen',
  },
  'server-refused': {
    title: 'Der Raumserver hat diese Seite abgewiesen',
    what: 'Er antwortet, nimmt aber vorerst nichts mehr von dieser Seite oder diesem Netzwerk an: Warum, sagt die letzte Zeile. Warte einen Moment und versuche es dann noch einmal.',
    safe: 'Nichts ging verloren.',
    label: 'Erneut versuchen',
  },
  'no-key-holder': {
    title: 'Noch kann dich niemand hereinlassen',
    what: 'In einem offenen Raum gibt ein Mitglied jedem, der neu kommt, den Schlüssel des Raums. Gerade ist kein Mitglied mit dem Schlüssel beim Raumserver. Versuche es wieder, wenn jemand da ist.',
    label: 'Erneut versuchen',
  },
  'too-many-rooms': {
    title: 'Es lassen sich keine Räume mehr öffnen',
    what: 'Der Server, oder die Adresse dieses Netzwerks, hat so viele Räume, wie erlaubt sind. Räume, die alle verlassen haben, werden nach einer Weile geschlossen.',
    label: 'Erneut versuchen',
  },
};

const inDemo = {
  'device-lost':
    'Ein Neustart des Treibers, ein Ruhezustand oder ein anderes Programm hat sie genommen. Ein neuer Start beginnt eine neue Demo.',
  'gpu-error':
    'Diese Replik hielt an, bevor eine falsche Zahl sie verlassen konnte. Ein neuer Start beginnt eine neue Demo.',
  kicked: 'Du hast die Replik entfernt, die diese Seite zeigt. Ein neuer Start beginnt eine neue Demo.',
};

export const troubles = {
  words,
  inDemo,
  onlyDemoAffected: 'Nur diese Demo ist betroffen.',
  demoOnCpu: 'Die Demo auf der CPU ausführen',
  startAgain: 'Neu starten',
  trainCpuInstead: 'Stattdessen auf der CPU trainieren',
  watchInstead: 'Stattdessen zuschauen',
} satisfies typeof troublesText;
