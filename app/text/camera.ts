// The text of: camera.
import { area, plural } from './language';

export const cameraText = area('camera', {
  // camera-picker
  picturesStayDevice:
    'The pictures stay on this device. In a room the members receive them only if you press “Send my data to members” there: then every member who asks gets them all, and keeps them.',
  addClass: 'Add a class',
  undo: 'Undo',
  saveThemZip: 'Save them as a ZIP file',
  useThesePictures: 'Use these pictures',
  enoughLearnFrom: 'Enough to learn from. Take more, or press “Use these pictures”.',
  reloadPageForgets:
    'A reload of the page forgets the pictures, and a saved run does not hold them: save them as a ZIP file, which “Your own files” reads. Pictures of one moment look alike, so that some held out beside others of that moment are easy: take them from several sides.',
  undoLastPictures: (called: string) => `Undo the last pictures of ${called}`,
  undoDeletionFrom: (called: string) => `Undo the deletion from ${called}`,
  undoAdding: (called: string) => `Undo adding ${called}`,
  undoRemoving: (called: string) => `Undo removing ${called}`,
  cameraOff: 'The camera is off',
  turnCamera: 'Turn the camera on',
  cancel: 'Cancel',
  turnCameraOff: 'Turn the camera off',
  camera: 'Camera',
  yourBrowserAsks: 'Your browser asks you whether this page may use the camera.',
  cameraGoesOff: 'The camera is on. It goes off when you leave this page or hide it.',
  cameraOff2: 'The camera is off.',

  // camera-view
  whatCameraSees: 'What the camera sees',

  // camera-words
  pageCameOver:
    'This page came over plain HTTP. Browsers give the camera to secure pages only: open this page over HTTPS, or on the machine that serves it under localhost.',
  browserGivesNo: 'This browser gives no page a camera. A current Chrome, Edge, Firefox or Safari does.',
  cameraTurnedOff: 'The camera was turned off because this page was hidden. Your pictures are here.',
  cameraWentAway:
    'The camera went away: it was unplugged, or the browser or the system took it back. Your pictures are here.',
  cameraSendsNo:
    'The camera sends no picture. Another program may use it, or its cover may be closed. Turn it on again, or choose another one.',
  systemDoesNot:
    'The system does not let this browser use the camera. Allow it in the system’s settings for privacy, then turn the camera on again.',
  pageMayNot:
    'This page may not use the camera. Allow it in the browser’s settings for this page, beside the address, then turn the camera on again.',
  noCameraFound:
    'No camera was found. Connect one, then turn it on. Images in folders can be given instead, under “Your own files”.',
  cameraCouldNot:
    'The camera could not be started: another program or another tab uses it, or it is broken. Close what uses it, then turn the camera on again.',
  cameraCouldNotStarted: (value: string) => `The camera could not be started: ${value}.`,
  browserGaveNo: 'the browser gave no reason',

  // class-card
  classWord: 'this class',
  pictures: (called: string) => `Pictures of ${called}`,
  classWord2: 'Class',
  holdTakePictures: 'Hold to take pictures',
  of: (called: string) => `of ${called}`,
  remove: 'Remove',
  pictureCount: (count: string, count2: number) =>
    `${count} ${plural(count2, { one: 'picture', other: 'pictures' })}`,
  mostClass: ', the most of a class',
  newestPictures: (called: string) => `Newest pictures of ${called}`,
  deletePicture: (value: number, called: string) => `Delete picture ${value} of ${called}`,
  deleteWord: 'Delete',
  showNewestOnly: 'Show the newest only',
  showAll: (count: string) => `Show all ${count}`,

  // picture-classes
  classWord5: (number: number) => `Class ${number}`,
  giveClassName: 'Give the class a name.',
  nameNoSlash: 'A name has no slash, and no full stop at its beginning.',
  archivesUseName: 'Archives use this name for other things.',
  anotherClassName: 'Another class has this name.',
  classNeedsAnother: 'A class needs another name.',
  takeLeastPictures: (fewestOfClass: number, name: string, count: number) =>
    `Take at least ${fewestOfClass} pictures of each class: “${name}” has ${count}.`,

  // use-camera
  camera2: (value: number) => `Camera ${value}`,
});
