// The German text of: whatif.
import type { whatifText } from '../whatif';

export const whatif = {
  aboutFast: 'etwa gleich schnell',
  faster: (ratio) => `${ratio}× so schnell`,
  slower: (value) => `${value}× so langsam`,
  stepWouldTake: (stepMs, faster) => `dauerte ein Schritt ${stepMs}: ${faster}`,
  now: 'Jetzt',
  stepTakes: (stepMs) => `Ein Schritt dauert ${stepMs}.`,
  without: (member) => `Ohne ${member}`,
  without2: (member, then, examples) => `Ohne ${member} ${then}.${examples}`,
  noCommunication: 'Ohne Kommunikation',
  ifSendingTook: (then) => `Bräuchte das Senden keine Zeit, ${then}. Schneller macht es kein Netzwerk.`,
  withoutOverlap: 'Ohne Überlappung',
  overlap: 'Mit Überlappung',
  ifSendingWaited: (then) => `Würde das Senden auf den ganzen Gradienten warten, ${then}.`,
  ifSendingBegan: (then) => `Würde das Senden schon im Rückwärtslauf beginnen, ${then}.`,
  sent: (codecText) => `Gesendet als ${codecText}`,
  sent2: (codecText, then) => `Gesendet als ${codecText} ${then}.`,
  wouldExamplesMany: (examplesShare, ratio) =>
    ` Er hätte ${examplesShare} der Beispiele: je Sekunde ${ratio}× so viele.`,
  aloneThereNothing: 'Allein gibt es nichts zu ändern.',
  notKnownPowersgd: 'Für PowerSGD nicht bekannt: Seine zweite Summe wartet auf die erste.',
  notKnownStreaming:
    'Für Streaming DiLoCo nicht bekannt: Seine Summen sind während der inneren Schritte des nächsten Schritts unterwegs.',
  notYetKnownNeeds:
    'Noch nicht bekannt: Es braucht ein paar Schritte mit denselben Repliken und Einstellungen.',
  notYetKnownRate: 'Noch nicht bekannt: Die Rate zu den Nachbarn im Ring ist nicht gemessen.',
  notYetKnownReplica: 'Noch nicht bekannt: Diese Replik hat noch keinen Gradienten berechnet.',
  whenBucketsWould:
    ' Wann Buckets hinausgehen würden, ist geschätzt: Zwei Drittel des Rechnens sind der Rückwärtslauf.',
  theseReplicasShare: ' Diese Repliken teilen sich ein Gerät, was hier nicht berücksichtigt ist.',
  fromLastSteps: (usual, steps, shares, device) =>
    `Jeder Fall ist Schritt ${usual} noch einmal, der üblichste der letzten ${steps}. Angenommen ist, dass Rechnen und Senden einander nicht bremsen, dass alle Verbindungen wie deine sind und dass das Kodieren keine Zeit braucht.${shares}${device}`,
} satisfies typeof whatifText;
