// simple-peer's plain entry expects Node's globals and breaks under Vite (simple-peer #883, #885); the bundled
// file carries its own. Same exports.
declare module 'simple-peer/simplepeer.min.js' {
  import SimplePeer from 'simple-peer';
  export default SimplePeer;
}
