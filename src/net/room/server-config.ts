// GET /config.json: what the room server tells every page. A file of its own: a page reads it before it has any other message.
import * as v from 'valibot';

export const iceServers = v.array(
  v.object({
    urls: v.union([v.string(), v.array(v.string())]),
    username: v.optional(v.string()),
    credential: v.optional(v.string()),
  }),
);

/** How to reach this server, for links and QR codes, and what pages need before they join. */
export const serverConfigSchema = v.object({
  /** The address to show to others, with the path that the app is below; never localhost when another address exists. No
   *  slash at its end. */
  publicUrl: v.string(),
  protocolVersion: v.number(),
  /** The servers of RTCPeerConnection; empty on a LAN. */
  iceServers,
});
export type ServerConfig = v.InferOutput<typeof serverConfigSchema>;
